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
import { sentenceOf } from "../api/index.ts";
import { StaleBanner } from "../freshness/index.ts";
import { Button, ButtonGroup, Card, Empty, Failed, IconButton, Loading, Spinner, useSchemeName } from "../ui/index.ts";
import { ActivityChart } from "./activity-chart.tsx";
import styles from "./activity-data.module.css";
import { beginsText, totalTexts } from "./history.ts";
import { MinuteErrors } from "./minute-errors.tsx";
import { useHistory, type History } from "./use-history.ts";

type ActivityDataProps = {
  /** What stands around it refreshes it too, so that it needs no button of its own. */
  isRefreshedOutside?: boolean;
  station: Pick<Station, "name" | "serial_number" | "shipped" | "station_type"> & ShipmentCounts;
};

/** The history of a station as a chart, over a range of one's choice. */
export function ActivityData({ station, isRefreshedOutside = false }: ActivityDataProps) {
  const ranges = historyRanges(station.shipped);
  const [chosen, setChosen] = useState<HistoryRange | null>(null);
  const [minute, setMinute] = useState<number | null>(null);
  const usual = station.shipped === null ? "lifetime" : "shipment";
  const range = chosen !== null && ranges.includes(chosen) ? chosen : usual;
  const scheme = useSchemeName();
  const { data, error, isFetching, freshness, refetch } = useHistory({ ...station, range });

  return (
    <Card
      title="Activity Data"
      aside={
        <Head
          {...{ ranges, range, data, isFetching }}
          atShipment={station}
          onRange={setChosen}
          {...(!isRefreshedOutside && { onRefresh: () => void refetch() })}
        />
      }
    >
      <StaleBanner freshness={freshness} content="the history" onRefresh={() => void refetch()} />
      {data === undefined ? (
        error && !isFetching ? (
          <Failed
            sentence="The history could not be loaded."
            reason={sentenceOf(error)}
            onReload={() => void refetch()}
          />
        ) : (
          <div className={styles.place}>
            <Loading />
          </div>
        )
      ) : data.points.length === 0 ? (
        <Empty icon={IconChartLine} sentence="No activity history tracked" />
      ) : (
        <ActivityChart
          // Another range has other axes, another scheme other colours.
          key={`${data.range} ${scheme}`}
          history={data}
          atShipment={station}
          type={station.station_type}
          onPoint={setMinute}
        />
      )}
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
    <div className={styles.head}>
      {data && <Totals history={data} atShipment={atShipment} />}
      <span className={styles.spinner}>{isFetching && <Spinner label="Refreshing" />}</span>
      <ButtonGroup label="Range" className={styles.ranges}>
        {ranges.map((one) => (
          <Button key={one} aria-pressed={one === range} onClick={() => onRange(one)}>
            {historyRangeLabels[one]}
          </Button>
        ))}
      </ButtonGroup>
      {onRefresh && <IconButton icon={IconRefresh} label="Refresh" className={styles.refresh} onClick={onRefresh} />}
    </div>
  );
}

function Totals({ history, atShipment }: { history: History; atShipment: ShipmentCounts }) {
  const { swaps, errors } = totalTexts(rangeTotals(history.points, { ...history, atShipment }));
  const begins = beginsText(history.points, history);
  return (
    <span className={styles.totals}>
      <b>Swaps</b> {swaps} · <b>Errors</b> {errors} in this range
      {begins !== null && <span title="The range starts before the history does">{` · history ${begins}`}</span>}
    </span>
  );
}
