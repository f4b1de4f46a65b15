import { shortAge } from "@groundcrew/shared/lib";
import { useQuery } from "@tanstack/react-query";
import { IconCircleCheck } from "@tabler/icons-react";
import { errorSentence } from "../../api/index.ts";
import { exactMoment, momentText, wholeNumber } from "../../lib/index.ts";
import { StationLink, stationTitle } from "../../station/index.ts";
import { Cell, Empty, Failed, Loading, Table } from "../../ui/index.ts";
import styles from "./group-page.module.css";
import { errorsQuery, stationsQuery } from "./use-group.ts";

type PartProps = { group: number; now: number };

/** The stations of a group, most open errors first. */
export function GroupStations({ group, now }: PartProps) {
  const { data, error, refetch } = useQuery(stationsQuery(group));
  if (!data) return <Pending what="stations" error={error} onReload={() => void refetch()} />;
  return (
    <>
      <Table
        label="Stations"
        head={[
          { label: "Station" },
          { label: "Organization" },
          { label: "Open", isNumber: true },
          { label: "Firmware", isNumber: true },
          { label: "Last", isNumber: true },
        ]}
      >
        {data.stations.map(({ station, serial_number, organization, open, firmware, last_seen }) => (
          <tr key={station}>
            <th scope="row" className={styles.station}>
              <StationLink name={station}>{stationTitle({ name: station, serial_number })}</StationLink>{" "}
              <span className={styles.quiet}>{station}</span>
            </th>
            <Cell>{organization}</Cell>
            <Cell isNumber>{wholeNumber(open)}</Cell>
            <Cell isNumber>{firmware ?? "–"}</Cell>
            <Cell isNumber title={exactMoment(last_seen)}>
              {shortAge(now - Date.parse(last_seen))}
            </Cell>
          </tr>
        ))}
      </Table>
      {data.next !== null && <p className={styles.more}>{`The first ${data.stations.length} stations are shown.`}</p>}
    </>
  );
}

/** The newest open errors of a group. */
export function GroupErrors({ group }: PartProps) {
  const { data, error, refetch } = useQuery(errorsQuery(group));
  if (!data) return <Pending what="errors" error={error} onReload={() => void refetch()} />;
  if (data.errors.length === 0) return <Empty icon={IconCircleCheck} sentence="No open errors" />;
  return (
    <>
      <Table
        label="Errors"
        head={[{ label: "Time" }, { label: "Station" }, { label: "Error Message" }, { label: "Firmware" }]}
      >
        {data.errors.map(({ id, station, time_logged, error_message, firmware }) => (
          <tr key={id}>
            <th scope="row" className={styles.nowrap} title={exactMoment(time_logged)}>
              {momentText(time_logged)}
            </th>
            <Cell>
              <StationLink name={station}>{station}</StationLink>
            </Cell>
            <Cell>{error_message}</Cell>
            <Cell>{firmware ?? "–"}</Cell>
          </tr>
        ))}
      </Table>
      {data.next !== null && <p className={styles.more}>{`The newest ${data.errors.length} errors are shown.`}</p>}
    </>
  );
}

type PendingProps = { what: string; error: Error | null; onReload: () => void };

/** Shown until something has loaded. */
export function Pending({ what, error, onReload }: PendingProps) {
  if (!error) return <Loading />;
  return <Failed sentence={`Loading ${what} failed`} reason={errorSentence(error)} onReload={onReload} />;
}
