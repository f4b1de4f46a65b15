import { useMemo, useRef, useState, type RefObject } from "react";
import { CHART, countText, shortCount } from "@groundcrew/shared/lib";
import type { ActivityRow } from "@groundcrew/shared/stats";
import uPlot from "uplot";
import { wholeNumber } from "../lib/index.ts";
import { classes, color } from "../ui/index.ts";
import styles from "./stats.module.css";
import { fleetColumns, fleetPoint, fleetSentence, type FleetColumns } from "./fleet-activity.ts";
import { axis, NARROW_PX, timeValues, whole } from "./plot-options.ts";
import { useDrawnPlot } from "./use-drawn-plot.ts";

/**
 * Swaps in each ten minutes, and the number of stations online. A slider over the points, visible only when focused, makes them accessible
 * to the keyboard and screen readers.
 */
export function FleetChart({ rows }: { rows: readonly ActivityRow[] }) {
  const container = useRef<HTMLDivElement>(null);
  const [index, setIndex] = useState<number | null>(null);
  // Memoized, because the chart is redrawn when its columns change.
  const columns = useMemo(() => fleetColumns(rows), [rows]);
  const plot = useFleetPlot(container, columns, setIndex);
  const last = columns.times.length - 1;
  const current = Math.min(index ?? last, last);
  const { time, activity, online } = fleetPoint(columns, current);
  const counts = `${countText(columns.activity[current] ?? 0, "swap")}, ${countText(columns.online[current] ?? 0, "station")} online`;

  return (
    <div className={`relative ${styles.chart}`}>
      <input
        type="range"
        className={`absolute clip m-0 ${styles.slider}`}
        aria-label={`Recent Activity. ${fleetSentence(columns)}`}
        aria-valuetext={`${time}: ${counts}`}
        min={0}
        max={last}
        value={current}
        onChange={({ target }) => plot.pointAt(target.valueAsNumber)}
      />
      <div ref={container} className={`pointer ${styles.plot}`} aria-hidden />
      <dl className={`flex wrap size-small ${styles.legend}`}>
        <div className="row gap-1h">
          <dt>Time:</dt>
          <dd>{time}</dd>
        </div>
        <div className="row gap-1h">
          <dt>
            <span className={classes(styles.marker, styles.swaps)} aria-hidden />
            Swaps in 10 minutes:
          </dt>
          <dd>{activity}</dd>
        </div>
        <div className="row gap-1h">
          <dt>
            <span className={classes(styles.marker, styles.dashed, styles.online)} aria-hidden />
            Stations online:
          </dt>
          <dd>{online}</dd>
        </div>
      </dl>
    </div>
  );
}

/** Draws the chart of a fleet's activity in an element. Use a new `key` for a new color scheme. */
function useFleetPlot(
  container: RefObject<HTMLElement | null>,
  columns: FleetColumns,
  onIndex: (index: number | null) => void,
) {
  const data = useMemo((): uPlot.AlignedData => [columns.times, columns.activity, columns.online], [columns]);
  const plot = useDrawnPlot(container, { data, makeOptions, onIndex });
  return { pointAt: (index: number) => plot.pointAt(index, 2, "online") };
}

function makeOptions(width: number): uPlot.Options {
  const isNarrow = width < NARROW_PX;
  const count = (value: number) => (isNarrow ? shortCount(value).replace(".0", "") : wholeNumber(value));
  const fromZero = (_: uPlot, __: number, max: number): uPlot.Range.MinMax => [0, Math.max(1, max * 1.05)];
  const stepped = uPlot.paths.stepped?.({ align: -1 });
  return {
    width,
    height: CHART.height_px,
    legend: { show: false },
    cursor: { points: { size: 7 }, drag: { setScale: true, x: true, y: false } },
    scales: { activity: { range: fromZero }, online: { range: fromZero } },
    axes: [
      { ...axis(), values: timeValues(isNarrow) },
      {
        ...axis(isNarrow ? undefined : "Swaps in 10 minutes"),
        scale: "activity",
        size: isNarrow ? 40 : 56,
        values: (_, values) => values.map(whole(count)),
      },
      {
        ...axis(isNarrow ? undefined : "Stations online"),
        scale: "online",
        // oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- the enum for "right" is there only in types
        side: 1,
        size: isNarrow ? 40 : 56,
        stroke: color("s-online"),
        grid: { show: false },
        values: (_, values) => values.map(whole(count)),
      },
    ],
    series: [
      {},
      {
        label: "Activity",
        scale: "activity",
        stroke: color("s-swaps"),
        width: 2,
        points: { show: false },
        ...(stepped && { paths: stepped }),
      },
      { label: "Online", scale: "online", stroke: color("s-online"), width: 2, dash: [6, 3], points: { show: false } },
    ],
  };
}
