import { shortAge } from "@groundcrew/shared/lib";
import { supportLogStatusLabels } from "@groundcrew/shared/support-log";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { IconCircleCheck, IconNotes } from "@tabler/icons-react";
import { errorSentence } from "../../api/index.ts";
import { exactMoment, momentText, wholeNumber } from "../../lib/index.ts";
import { StationLink, stationTitle } from "../../station/index.ts";
import { Button, Cell, Empty, Failed, Loading, Table } from "../../ui/index.ts";
import styles from "./group-page.module.css";
import { entriesQuery, errorsQuery, stationsQuery } from "./use-group.ts";

type PartProps = { group: number; now: number };

/** The stations of a group, most open errors first. */
export function GroupStations({ group, now }: PartProps) {
  const { data, error, refetch, ...more } = useInfiniteQuery(stationsQuery(group));
  if (!data) return <Pending what="stations" error={error} onReload={() => void refetch()} />;
  const stations = data.pages.flatMap((page) => page.stations);
  if (stations.length === 0) return <Empty icon={IconCircleCheck} sentence="No station of triage has these errors" />;
  return (
    <>
      <div className={styles.stations}>
        {" "}
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
          {stations.map(({ station, serial_number, organization, open, firmware, last_seen }) => (
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
      </div>{" "}
      <More shown={`${wholeNumber(stations.length)} stations shown`} {...more} />
    </>
  );
}

/** The newest open errors of a group. */
export function GroupErrors({ group }: PartProps) {
  const { data, error, refetch, ...more } = useInfiniteQuery(errorsQuery(group));
  if (!data) return <Pending what="errors" error={error} onReload={() => void refetch()} />;
  const errors = data.pages.flatMap((page) => page.errors);
  if (errors.length === 0) return <Empty icon={IconCircleCheck} sentence="No open errors" />;
  return (
    <>
      <Table
        label="Errors"
        head={[{ label: "Time" }, { label: "Station" }, { label: "Error Message" }, { label: "Firmware" }]}
      >
        {errors.map(({ id, station, time_logged, error_message, firmware }) => (
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
      <More shown={`${wholeNumber(errors.length)} errors shown`} {...more} />
    </>
  );
}

type MoreProps = { shown: string; hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };

/** How much of a list is shown, and what shows more; nothing for a whole list. */
function More({ shown, hasNextPage, isFetchingNextPage, fetchNextPage }: MoreProps) {
  if (!hasNextPage) return null;
  return (
    <div className={styles.foot}>
      <output className={styles.quiet}>{shown}</output>
      <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        Show More
      </Button>
    </div>
  );
}

/** The support log entries that errors of a group are attached to. */
export function GroupEntries({ group }: Pick<PartProps, "group">) {
  const { data, error, refetch } = useQuery(entriesQuery(group));
  if (!data) return <Pending what="support log entries" error={error} onReload={() => void refetch()} />;
  if (data.length === 0) return <Empty icon={IconNotes} sentence="No error is attached to a support log entry" />;
  return (
    <Table
      label="Support Log"
      head={[{ label: "Entry" }, { label: "Station" }, { label: "Status" }, { label: "Author" }, { label: "Text" }]}
    >
      {data.map(({ id, station_name: station, status, author, created, content }) => (
        <tr key={id}>
          <th scope="row" className={styles.nowrap} title={exactMoment(created)}>
            <StationLink name={station} path={`supportlog#${id}`}>{`#${id}`}</StationLink>
            {` ${momentText(created)}`}
          </th>
          <Cell>
            <StationLink name={station}>{station}</StationLink>
          </Cell>
          <Cell>{supportLogStatusLabels[status]}</Cell>
          <Cell>{author}</Cell>
          <Cell>{content}</Cell>
        </tr>
      ))}
    </Table>
  );
}

type PendingProps = { what: string; error: Error | null; onReload: () => void };

/** Shown until something has loaded. */
export function Pending({ what, error, onReload }: PendingProps) {
  if (!error) return <Loading />;
  return <Failed sentence={`Loading ${what} failed`} reason={errorSentence(error)} onReload={onReload} />;
}
