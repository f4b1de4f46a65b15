import { useState } from "react";
import type { GroupStation } from "@groundcrew/shared/error-groups";
import type { StationError } from "@groundcrew/shared/station-errors";
import { supportLogStatusLabels } from "@groundcrew/shared/support-log";

import { IconCircleCheck, IconNotes } from "@tabler/icons-react";
import { Age, Loaded, ShowMore, Time } from "../../kit/index.ts";
import { countText, wholeNumber } from "../../lib/index.ts";
import { MaintenancePill, StationLink, stationTitle } from "../../station/index.ts";
import { Button, Cell, Empty, Table, type MoreRows } from "../../ui/index.ts";
import styles from "../groups.module.css";
import { useGroupErrors, useGroupStations, useGroupEntries } from "./use-group.ts";

type PartProps = { group: number; now: number };

/** The stations of a group, most open errors first. Those without open errors are shown on request, or if there are no others. */
export function GroupStations({ group, now }: PartProps) {
  const query = useGroupStations(group);
  return (
    <Loaded query={query} content="stations">
      {({ stations }) => <StationTable found={stations} more={query.more} now={now} />}
    </Loaded>
  );
}

type StationTableProps = { found: readonly GroupStation[]; more: MoreRows; now: number };

function StationTable({ found, more, now }: StationTableProps) {
  const [isAll, setAll] = useState(false);
  if (found.length === 0) return <Empty icon={IconCircleCheck} sentence="No station in triage has these errors." />;
  const open = found.filter((station) => station.open > 0);
  const stations = isAll || open.length === 0 ? found : open;
  const isCut = stations.length < found.length;
  return (
    <>
      <div className={styles.stations}>
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
          {stations.map((station) => (
            <StationRow key={station.station} station={station} now={now} />
          ))}
        </Table>
      </div>
      {isCut ? (
        <div className="row justify-between gap-2 mt-2">
          <output
            className={`normal size-caption muted ${styles.quiet}`}
          >{`${countText(open.length, "station")} with open errors`}</output>
          <Button onClick={() => setAll(true)}>Show All</Button>
        </div>
      ) : (
        <ShowMore {...more} shown={`${wholeNumber(stations.length)} stations shown`} />
      )}
    </>
  );
}

function StationRow({ station: { station, serial_number, ...row }, now }: { station: GroupStation; now: number }) {
  return (
    <tr data-key={station}>
      <th scope="row" className={`underlined-links ${styles.station}`}>
        <StationLink name={station}>{stationTitle({ name: station, serial_number })}</StationLink>{" "}
        <span className={`normal size-caption muted ${styles.quiet}`}>{station}</span>
      </th>
      <Cell>
        {row.organization} {row.maintenance && <MaintenancePill maintenance={row.maintenance} now={now} />}
      </Cell>
      <Cell isNumber>{wholeNumber(row.open)}</Cell>
      <Cell isNumber>{row.firmware ?? "–"}</Cell>
      <Cell isNumber>
        <Age since={row.last_seen} form="short" />
      </Cell>
    </tr>
  );
}

/** The newest open errors of a group. */
export function GroupErrors({ group }: PartProps) {
  const query = useGroupErrors(group);
  return (
    <Loaded query={query} content="errors">
      {({ errors }) => <ErrorTable errors={errors} more={query.more} />}
    </Loaded>
  );
}

type GroupError = StationError & { station: string; firmware: string | null };

function ErrorTable({ errors, more }: { errors: readonly GroupError[]; more: MoreRows }) {
  if (errors.length === 0) return <Empty icon={IconCircleCheck} sentence="No open errors" />;
  return (
    <>
      <Table
        label="Errors"
        head={[{ label: "Time" }, { label: "Station" }, { label: "Error Message" }, { label: "Firmware" }]}
      >
        {errors.map(({ id, station, time_logged, error_message, firmware }) => (
          <tr key={id} data-key={id}>
            <th scope="row" className="nowrap">
              <Time at={time_logged} />
            </th>
            <Cell>
              <StationLink name={station}>{station}</StationLink>
            </Cell>
            <Cell>{error_message}</Cell>
            <Cell>{firmware ?? "–"}</Cell>
          </tr>
        ))}
      </Table>
      <ShowMore {...more} shown={`${wholeNumber(errors.length)} errors shown`} />
    </>
  );
}

/** The support log entries that errors of a group are attached to. */
export function GroupEntries({ group }: Pick<PartProps, "group">) {
  return (
    <Loaded
      query={useGroupEntries(group)}
      content="support log entries"
      empty={<Empty icon={IconNotes} sentence="No error is attached to a support log entry." />}
    >
      {(entries) => (
        <Table
          label="Support Log"
          head={[{ label: "Entry" }, { label: "Station" }, { label: "Status" }, { label: "Author" }, { label: "Text" }]}
        >
          {entries.map(({ id, station_name: station, status, author, created, content }) => (
            <tr key={id}>
              <th scope="row" className="nowrap underlined-links">
                <StationLink name={station} path={`supportlog#${id}`}>{`#${id}`}</StationLink> <Time at={created} />
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
      )}
    </Loaded>
  );
}
