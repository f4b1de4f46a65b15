import { useState } from "react";
import type { QuarantinedEvent } from "@groundcrew/shared/link";
import { IconListCheck } from "@tabler/icons-react";
import { countText, wholeNumber } from "../../lib/index.ts";
import { Empty, Pager, RawText, VisuallyHidden } from "../../ui/index.ts";
import styles from "../manage.module.css";
import { ListCard } from "../../kit/index.ts";
import { MessageItem } from "./message-item.tsx";
import { eventKind } from "./message-texts.ts";
import { EVENTS_MAX, useQuarantinedEvents } from "./use-link.ts";

const PAGE = 20;

/** The quarantined events, in pages. */
export function QuarantinedEvents() {
  const query = useQuarantinedEvents();
  const [wanted, setWanted] = useState(1);

  return (
    <ListCard
      title="Quarantined Events"
      description={quarantineDescription(query.data?.kept_days)}
      content="the quarantined events"
      query={query}
    >
      {({ events }) => {
        const count = Math.ceil(events.length / PAGE);
        // Old events may be deleted while the last page is open.
        const page = Math.min(wanted, Math.max(1, count));
        if (count === 0) return <Empty icon={IconListCheck} sentence="There are no quarantined events." />;
        return (
          <>
            <ul className="small bordered rounded" aria-label="Quarantined Events">
              {events.slice((page - 1) * PAGE, page * PAGE).map((event) => (
                <MessageItem
                  key={`${event.station} ${event.first_received} ${event.event_id} ${event.payload}`}
                  message={event}
                  kind={eventKind(event.payload) ?? "no kind"}
                >
                  <RawMessage event={event} />
                </MessageItem>
              ))}
            </ul>
            <Pager label="Pages of quarantined events" page={page} count={count} onPage={setWanted} />
          </>
        );
      }}
    </ListCard>
  );
}

function quarantineDescription(keptDays: number | undefined): string {
  const newest = `Events that could not be parsed or stored, the newest ${EVENTS_MAX}.`;
  return keptDays === undefined ? newest : `${newest} They are kept for ${countText(keptDays, "day")}.`;
}

const LINES = { min: 3, max: 12 } as const;
const LINE_CHARACTERS = 80;

type RawMessageProps = { event: Pick<QuarantinedEvent, "station" | "payload" | "bytes"> };

/** The start of a message as received, collapsed. */
function RawMessage({ event: { station, payload, bytes } }: RawMessageProps) {
  const lines = Math.ceil(payload.length / LINE_CHARACTERS);
  return (
    <details className={styles.raw}>
      <summary>
        {`Raw message, ${wholeNumber(bytes)} bytes`}
        <VisuallyHidden>{` of ${station}`}</VisuallyHidden>
      </summary>
      <RawText
        label={`Raw message of ${station}`}
        rows={Math.min(LINES.max, Math.max(LINES.min, lines))}
        text={payload}
      />
    </details>
  );
}
