import {
  attemptsIn,
  failuresText,
  swapSort,
  timeBetweenFailures,
  type StationSwaps,
  type SwapSort,
  type SwapSuccess,
} from "@groundcrew/shared/swap-attempts";
import { OrderMenu, ShowMore } from "../../kit/index.ts";
import { countText, wholeNumber } from "../../lib/index.ts";
import { StationLink, stationTitle } from "../../station/index.ts";
import { Button, Card, Cell, Table } from "../../ui/index.ts";
import { Compared, drawingStart, Rate, type Fleet } from "./rate-bar.tsx";
import { periodText } from "./swap-success-view.ts";

const sortLabels: Record<SwapSort, string> = {
  worst: "Worst first",
  failed: "Most failed",
  attempts: "Most attempts",
  name: "Name",
};

const compared = { label: "Compared" };
const head = [
  { label: "Station" },
  { label: "Attempts", isNumber: true },
  { label: "Failed", isNumber: true },
  { label: "Success Rate" },
  compared,
  { label: "Time Between Failures" },
  { label: "Top Cause" },
];

type StationSwapsProps = {
  success: SwapSuccess;
  /** Whether the attempts are those of the fleet, with which stations can be compared. */
  isFleet: boolean;
  sort: SwapSort;
  onSort: (sort: SwapSort) => void;
  isLoading: boolean;
  onMore: () => void;
  onAttempts: (station: StationSwaps) => void;
};

/** The stations that had attempts. The number of failed ones opens them. */
export function StationSwapsCard({ success, isFleet, sort, onSort, isLoading, onMore, onAttempts }: StationSwapsProps) {
  const { stations, stations_total, stations_without } = success;
  const fleet = { counts: isFleet ? success : null, start: drawingStart(stations) };
  const hasMore = stations.length < stations_total;
  const without = stations_without > 0 ? `${countText(stations_without, "station")} had no attempts.` : "";
  return (
    <Card
      title="Stations"
      aside={
        <>
          <span className="small muted">{wholeNumber(stations_total)}</span>
          <OrderMenu labels={sortLabels} options={swapSort.options} value={sort} onChange={onSort} />
        </>
      }
    >
      <Table label="Stations" head={isFleet ? head : head.filter((column) => column !== compared)} stacks>
        {stations.map((station) => (
          <StationRow
            key={station.station}
            station={station}
            fleet={fleet}
            period={periodText(success.from, success.to)}
            onAttempts={() => onAttempts(station)}
          />
        ))}
      </Table>
      <ShowMore
        hasMore={hasMore}
        isLoading={isLoading}
        failure={null}
        load={onMore}
        shown={`${wholeNumber(stations.length)} of ${wholeNumber(stations_total)} shown. ${without}`}
      />
      {!hasMore && without !== "" && <p className="caption muted mt-2">{without}</p>}
    </Card>
  );
}

type RowProps = { station: StationSwaps; fleet: Fleet; period: string; onAttempts: () => void };

function StationRow({ station, fleet, period, onAttempts }: RowProps) {
  const { failed, with_errors, online, from_telemetry } = station;
  const title = stationTitle({ serial_number: station.serial_number, name: station.station });
  const time = online && timeBetweenFailures(online.failed, online.seconds);
  return (
    <tr>
      <Cell label="Station">
        <span>
          {station.serial_number === "" ? title : <StationLink name={station.station}>{title}</StationLink>}
          <span className="block caption muted">
            {station.organization}
            {from_telemetry && " · Counted from telemetry"}
          </span>
        </span>
      </Cell>
      <Cell label="Attempts" isNumber>
        {wholeNumber(attemptsIn(station))}
      </Cell>
      <Cell label="Failed" isNumber>
        {failed + with_errors === 0 || station.serial_number === "" ? (
          wholeNumber(failed)
        ) : (
          <Button
            tone="quiet"
            className="accent strong"
            aria-label={`${wholeNumber(failed)} failed attempts of ${title}`}
            onClick={onAttempts}
          >
            {wholeNumber(failed)}
          </Button>
        )}
      </Cell>
      <Cell label="Success Rate">
        <Rate counts={station} fleet={fleet} />
      </Cell>
      {fleet.counts && (
        <Cell label="Compared">
          <Compared counts={station} fleet={fleet.counts} />
        </Cell>
      )}
      <Cell label="Time Between Failures">{time ?? failuresText(failed, period)}</Cell>
      <Cell label="Top Cause">{station.cause ?? "–"}</Cell>
    </tr>
  );
}
