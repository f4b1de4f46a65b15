import { useState } from "react";
import {
  hoursText,
  isMostlyRecorded,
  lostSeconds,
  ruleChangesText,
  shareText,
  statedFigures,
  swapsIn,
  type AvailabilityReport,
  type ReportedStation,
} from "@groundcrew/shared/availability";
import { countText } from "@groundcrew/shared/lib";
import type { ReadinessSeconds } from "@groundcrew/shared/readiness";
import { rangeText, rateText, type SwapCounts } from "@groundcrew/shared/swap-attempts";
import { ShowMore } from "../../kit/index.ts";
import { wholeNumber } from "../../lib/index.ts";
import { StationLink } from "../../station/index.ts";
import { Card, Cell, PrintLimit, printedRange, Table, usePrinting } from "../../ui/index.ts";
import { Note } from "../report/report-parts.tsx";
import styles from "../reports.module.css";
import {
  nextStationSort,
  sortedStations,
  sortLabels,
  subjectOf,
  titleOf,
  type StationSort,
} from "./availability-view.ts";

/** Stations that are displayed at first, and more each time. */
const PAGE = 100;

const head = [
  { label: sortLabels.station, sortBy: "station" },
  { label: sortLabels.availability, isNumber: true, sortBy: "availability" },
  { label: sortLabels.link, isNumber: true, sortBy: "link" },
  { label: sortLabels.outages, isNumber: true, sortBy: "outages" },
  { label: sortLabels.lost, isNumber: true, sortBy: "lost" },
  { label: "Main Reason" },
  { label: sortLabels.maintenance, isNumber: true, sortBy: "maintenance" },
  { label: sortLabels.swaps, isNumber: true, sortBy: "swaps" },
  { label: sortLabels.success, isNumber: true, sortBy: "success" },
];

type StationsProps = {
  report: AvailabilityReport;
  sort: { value: StationSort; onChange: (sort: StationSort) => void };
};

/** The figures of each station, the lowest availability first, and those of all. */
export function StationsCard({ report, sort }: StationsProps) {
  const [pages, setPages] = useState(1);
  const isPrinting = usePrinting();
  const stations = sortedStations(report.stations, sort.value);
  const count = isPrinting ? printedRange({ count: stations.length }).length : pages * PAGE;
  const { key, isDescending } = sort.value;
  const isLowestFirst = key === "availability" && !isDescending;
  return (
    <Card title="Stations" aside={isLowestFirst && <span className="small muted">lowest availability first</span>}>
      <div className={styles.stations}>
        <Table
          label="Stations"
          head={head}
          stacks
          // Browsers do not repeat buttons on each page.
          {...(!isPrinting && {
            sorting: {
              by: { label: sortLabels[key], isDescending },
              onSort: (label: string) => sort.onChange(nextStationSort(sort.value, label)),
            },
          })}
        >
          {stations.slice(0, count).map((station) => (
            <StationRow key={station.station} station={station} />
          ))}
          <tr className={styles.sum}>
            <Cell>
              <div>
                {subjectOf(report)}
                <span className="block caption muted">{countText(stations.length, "station")}</span>
              </div>
            </Cell>
            <FigureCells seconds={report.total} swaps={report.swaps} cause={report.lost[0]?.title ?? null} />
          </tr>
        </Table>
      </div>
      <PrintLimit count={stations.length} />
      {report.rule_changes.length > 0 && <Note>{ruleChangesText(report.rule_changes)}</Note>}
      <div className="no-print">
        <ShowMore
          hasMore={stations.length > count}
          isLoading={false}
          failure={null}
          load={() => setPages(pages + 1)}
          shown={`${wholeNumber(Math.min(count, stations.length))} of ${wholeNumber(stations.length)}`}
        />
      </div>
    </Card>
  );
}

function StationRow({ station }: { station: ReportedStation }) {
  return (
    <tr>
      <Cell>
        <div>
          {station.serial_number === null ? (
            <span>{titleOf(station)}</span>
          ) : (
            <StationLink name={station.station}>{titleOf(station)}</StationLink>
          )}
          {station.description !== "" && (
            <span className="block caption muted">{station.description ?? "Moved to another organization"}</span>
          )}
        </div>
      </Cell>
      <FigureCells seconds={station} swaps={station} cause={station.cause} />
    </tr>
  );
}

/** A station of which less than half was recorded has no figures. */
function FigureCells({
  seconds,
  swaps,
  cause,
}: {
  seconds: ReadinessSeconds;
  swaps: SwapCounts;
  cause: string | null;
}) {
  const rate = rateText(swaps);
  const { availability, link } = statedFigures(seconds);
  const isKnown = isMostlyRecorded(seconds);
  return (
    <>
      <Cell isNumber label={sortLabels.availability}>
        <span className="strong">{shareText(availability)}</span>
      </Cell>
      <Cell isNumber label={sortLabels.link}>
        {shareText(link)}
      </Cell>
      <Cell isNumber label={sortLabels.outages}>
        {isKnown ? wholeNumber(seconds.outages) : "–"}
      </Cell>
      <Cell isNumber label={sortLabels.lost}>
        {isKnown ? hoursText(lostSeconds(seconds)) : "–"}
      </Cell>
      <Cell label="Main Reason">{cause ?? "–"}</Cell>
      <Cell isNumber label={sortLabels.maintenance}>
        {hoursText(seconds.maintenance_s)}
      </Cell>
      <Cell isNumber label={sortLabels.swaps}>
        {wholeNumber(swapsIn(swaps))}
      </Cell>
      <Cell isNumber label={sortLabels.success}>
        <span>
          {rate ?? "–"}
          {rate !== null && <span className={`muted nowrap ${styles.likely}`}> {rangeText(swaps)}</span>}
        </span>
      </Cell>
    </>
  );
}
