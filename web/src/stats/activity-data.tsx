import { useState } from "react";
import type { Station } from "@groundcrew/shared/stations";
import {
  historyRangeLabels,
  historyRanges,
  rangeTotals,
  type HistoryRange,
  type ShipmentCounts,
} from "@groundcrew/shared/stats";
import { IconChartLine, IconRefresh } from "@tabler/icons-react";
import { Loaded, Segments } from "../kit/index.ts";
import { Card, Empty, IconButton, Loading, Spinner, useSchemeName } from "../ui/index.ts";
import { ActivityChart } from "./activity-chart.tsx";
import styles from "./stats.module.css";
import { historyStartText, totalTexts, useHistory, type History } from "./history.ts";
import { MinuteErrors } from "./minute-errors.tsx";

type ActivityDataProps = {
  /** True if the surrounding dialog has a refresh button, so that this card needs none. */
  hasOuterRefresh?: boolean;
  station: Pick<Station, "name" | "serial_number" | "shipped" | "station_type"> & ShipmentCounts;
};

/** A station's history as a chart, over a selectable range. */
export function ActivityData({ station, hasOuterRefresh = false }: ActivityDataProps) {
  const ranges = historyRanges(station.shipped);
  const [selected, setSelected] = useState<HistoryRange | null>(null);
  const [minute, setMinute] = useState<number | null>(null);
  const defaultRange = station.shipped === null ? "lifetime" : "shipment";
  const range = selected !== null && ranges.includes(selected) ? selected : defaultRange;
  const scheme = useSchemeName();
  const history = useHistory({ ...station, range });
  const { data, isFetching, refetch } = history;

  return (
    <Card
      title="Activity Data"
      aside={
        <Head
          {...{ ranges, range, data, isFetching }}
          atShipment={station}
          onRange={setSelected}
          {...(!hasOuterRefresh && { onRefresh: () => void refetch() })}
        />
      }
    >
      <Loaded
        query={history}
        content="the history"
        skeleton={
          <div className={styles.placeholder}>
            <Loading />
          </div>
        }
      >
        {(loaded) =>
          loaded.points.length === 0 ? (
            <Empty icon={IconChartLine} sentence="No activity history tracked" />
          ) : (
            <ActivityChart
              // The axes depend on the range, the colors on the color scheme.
              key={`${loaded.range} ${scheme}`}
              history={loaded}
              atShipment={station}
              type={station.station_type}
              // The chart continues the last point until now, which is no minute of the history.
              onPoint={(time) => setMinute(Math.min(time, loaded.points.at(-1)?.time ?? time))}
            />
          )
        }
      </Loaded>
      {minute !== null && <MinuteErrors station={station} minute={minute} onClose={() => setMinute(null)} />}
    </Card>
  );
}

type HeadProps = {
  ranges: readonly HistoryRange[];
  range: HistoryRange;
  data: History | undefined;
  atShipment: ShipmentCounts;
  isFetching: boolean;
  onRange: (range: HistoryRange) => void;
  onRefresh?: () => void;
};

function Head({ ranges, range, data, atShipment, isFetching, onRange, onRefresh }: HeadProps) {
  return (
    <div className={`row wrap gap-2 grow ${styles.head}`}>
      {data && <Totals history={data} atShipment={atShipment} />}
      <span className={`grow ${styles.spinner}`}>{isFetching && <Spinner label="Refreshing" />}</span>
      <Segments label="Range" labels={historyRangeLabels} options={ranges} value={range} onChange={onRange} />
      {onRefresh && <IconButton icon={IconRefresh} label="Refresh" onClick={onRefresh} />}
    </div>
  );
}

function Totals({ history, atShipment }: { history: History; atShipment: ShipmentCounts }) {
  const { swaps, errors } = totalTexts(rangeTotals(history.points, { ...history, atShipment }));
  const historyStart = historyStartText(history.points, history);
  return (
    <span className={`caption soft ${styles.totals}`}>
      <b>Swaps</b> {swaps} · <b>Errors</b> {errors} in this range
      {historyStart !== null && (
        <span title="The range starts before the history does">{` · history ${historyStart}`}</span>
      )}
    </span>
  );
}
