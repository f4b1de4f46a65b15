import type { LimitedStation } from "@groundcrew/shared/link";
import { IconMessageCheck, IconMessages } from "@tabler/icons-react";
import { Age } from "../../kit/index.ts";
import { wholeNumber } from "../../lib/index.ts";
import { StationLink } from "../../station/index.ts";
import { Cell, Empty, Table } from "../../ui/index.ts";
import { EventsAfterRestore } from "./events-after-restore.tsx";
import styles from "../manage.module.css";
import { ListCard } from "../../kit/index.ts";
import { MessageItem } from "./message-item.tsx";
import { QuarantinedEvents } from "./quarantined-events.tsx";
import { RejectedConnections } from "./rejected-connections.tsx";
import { useInvalidMessages, useLimitedStations } from "./use-link.ts";

/** Problems between stations and server. For admins. */
export function LinkPage() {
  return (
    <div className="stack gap-4">
      <EventsAfterRestore />
      <RejectedConnections />
      <LimitedStations />
      <InvalidMessages />
      <QuarantinedEvents />
    </div>
  );
}

/** The last invalid message of each station. */
function InvalidMessages() {
  const query = useInvalidMessages();
  return (
    <ListCard
      title="Invalid Messages"
      description="The last message of each station, other than an event, that could not be parsed since this server was started."
      content="the invalid messages"
      query={query}
      empty={<Empty icon={IconMessageCheck} sentence="No station has sent an invalid message." />}
    >
      {(messages) => (
        <ul className="small bordered rounded" aria-label="Invalid Messages">
          {messages.map((message) => (
            <MessageItem key={message.station} message={message} kind={message.topic} />
          ))}
        </ul>
      )}
    </ListCard>
  );
}

const HEAD = [{ label: "Station" }, { label: "Rate" }, { label: "Limit" }, { label: "Since" }] as const;

/** Stations whose events are delayed because they send too many. */
function LimitedStations() {
  const query = useLimitedStations();
  return (
    <ListCard
      title="Sending Too Many Events"
      description="Stations that send more events than the server stores for one station. Nothing is lost: the rest stay at the station until they can be stored."
      content="the stations that send too many events"
      query={query}
      empty={<Empty icon={IconMessages} sentence="No station sends too many events." />}
    >
      {(limited) => (
        <Table label="Sending Too Many Events" head={HEAD} stacks>
          {limited.map(({ station, per_minute, limit, since }) => (
            <tr key={station}>
              <Cell>
                <StationLink name={station} className={`py-1 anywhere ${styles.station}`}>
                  {station}
                </StationLink>
              </Cell>
              <Cell label="Rate">{`${wholeNumber(per_minute)} a minute`}</Cell>
              <Cell label="Limit">{limitText(limit)}</Cell>
              <Cell label="Since">
                <Age since={since} />
              </Cell>
            </tr>
          ))}
        </Table>
      )}
    </ListCard>
  );
}

function limitText({ kind, value }: LimitedStation["limit"]): string {
  return kind === "errors_per_day" ? `${wholeNumber(value)} errors a day` : `${wholeNumber(value)} a minute`;
}
