import type { LimitedStation } from "@groundcrew/shared/link";
import { ageMs } from "@groundcrew/shared/lib";
import { IconMessages } from "@tabler/icons-react";
import { useServerNow } from "../clock/index.ts";
import { agoText, exactMoment, wholeNumber } from "../lib/index.ts";
import { StationLink } from "../station/index.ts";
import { Cell, Empty, Table } from "../ui/index.ts";
import { ListCard } from "./list-card.tsx";
import styles from "./link.module.css";
import { useLimitedStations } from "./use-link.ts";

const HEAD = [{ label: "Station" }, { label: "Sends" }, { label: "Limit" }, { label: "Since" }] as const;

/** Stations whose events are delayed because they send too many. */
export function LimitedStations() {
  const query = useLimitedStations();
  const now = useServerNow();
  return (
    <ListCard
      title="Sending Too Many Events"
      about="Stations that send more events than the server stores for one station. Nothing is lost: the rest stay at the station until they can be stored."
      failure="The stations that send too many events could not be loaded."
      query={query}
    >
      {(limited) =>
        limited.length === 0 ? (
          <Empty icon={IconMessages} sentence="No station sends too many events." />
        ) : (
          <Table label="Sending Too Many Events" head={HEAD} stacks>
            {limited.map(({ station, per_minute, limit, since }) => (
              <tr key={station}>
                <Cell>
                  <StationLink name={station} className={styles.station}>
                    {station}
                  </StationLink>
                </Cell>
                <Cell label="Sends">{`${wholeNumber(per_minute)} a minute`}</Cell>
                <Cell label="Limit">{limitText(limit)}</Cell>
                <Cell label="Since" title={exactMoment(since)}>
                  {agoText(ageMs(since, now) ?? 0)}
                </Cell>
              </tr>
            ))}
          </Table>
        )
      }
    </ListCard>
  );
}

function limitText({ of, value }: LimitedStation["limit"]): string {
  return of === "errors_per_day" ? `${wholeNumber(value)} errors a day` : `${wholeNumber(value)} a minute`;
}
