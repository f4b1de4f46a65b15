import { useState } from "react";
import type { Station } from "@groundcrew/shared/stations";
import { historyRangeLabels, historyRanges, rangeTotals, type HistoryRange } from "@groundcrew/shared/stats";
import { IconChartLine, IconRefresh } from "@tabler/icons-react";
import { sentenceOf } from "../api/index.ts";
import { wholeNumber } from "../lib/index.ts";
import { Button, ButtonGroup, Card, Empty, Failed, IconButton, Loading, Spinner, useSchemeName } from "../ui/index.ts";
import { ActivityChart } from "./activity-chart.tsx";
import styles from "./activity-data.module.css";
import { MinuteErrors } from "./minute-errors.tsx";
import { useHistory, type History } from "./use-history.ts";

type ActivityDataProps = {
  station: Pick<Station, "name" | "serial_number" | "shipped" | "station_type">;
};

/** The history of a station as a chart, over a range of one's choice. */
export function ActivityData({ station }: ActivityDataProps) {
  const ranges = historyRanges(station.shipped);
  const [chosen, setChosen] = useState<HistoryRange | null>(null);
  const [minute, setMinute] = useState<number | null>(null);
  const usual = station.shipped === null ? "lifetime" : "shipment";
  const range = chosen !== null && ranges.includes(chosen) ? chosen : usual;
  const scheme = useSchemeName();
  const { data, error, isFetching, refetch } = useHistory({ ...station, range });

  return (
    <Card
      title="Activity Data"
      aside={<Head {...{ ranges, range, data, isFetching }} onRange={setChosen} onRefresh={() => void refetch()} />}
    >
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
  isFetching: boolean;
  onRange: (range: HistoryRange) => void;
  onRefresh: () => void;
};

function Head({ ranges, range, data, isFetching, onRange, onRefresh }: HeadProps) {
  const totals = data && rangeTotals(data.points, data.range);
  return (
    <div className={styles.head}>
      {totals && (
        <span className={styles.totals}>
          <b>Swaps</b> {wholeNumber(totals.swaps)} · <b>Errors</b> {wholeNumber(totals.errors)} in this range
        </span>
      )}
      <span className={styles.spinner}>{isFetching && <Spinner label="Refreshing" />}</span>
      <ButtonGroup label="Range" className={styles.ranges}>
        {ranges.map((one) => (
          <Button key={one} aria-pressed={one === range} onClick={() => onRange(one)}>
            {historyRangeLabels[one]}
          </Button>
        ))}
      </ButtonGroup>
      <IconButton icon={IconRefresh} label="Refresh" className={styles.refresh} onClick={onRefresh} />
    </div>
  );
}
