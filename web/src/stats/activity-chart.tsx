import { useEffectEvent, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from "react";
import { CHART } from "@groundcrew/shared/lib";
import { seriesLabels, type ShipmentCounts } from "@groundcrew/shared/stats";
import type { StationType } from "@groundcrew/shared/telemetry";
import type uPlot from "uplot";
import { classes } from "../ui/index.ts";
import styles from "./stats.module.css";
import {
  historyColumns,
  historySentence,
  nextErrorPoint,
  pointSentence,
  pointTexts,
  pressedPoint,
  type HistoryColumns,
  type History,
} from "./history.ts";
import { NARROW_PX, plotOptions } from "./plot-options.ts";
import { useDrawnPlot } from "./use-drawn-plot.ts";

type ActivityChartProps = {
  history: History;
  atShipment: ShipmentCounts;
  type: StationType;
  /** Called with the time (s) of a point whose errors are requested. */
  onPoint: (time: number) => void;
};

const series = ["swaps", "errors", "door", "pad", "online"] as const;

/** The keys that jump to the next or previous point with errors. */
const ERROR_KEYS: ReadonlyMap<string, 1 | -1> = new Map([
  ["n", 1],
  ["p", -1],
]);

/**
 * Swaps and errors as lines; door, pad and link as lanes below them. A slider over the points, visible only when focused, makes them
 * accessible to the keyboard and screen readers.
 */
export function ActivityChart({ history, atShipment, type, onPoint }: ActivityChartProps) {
  const container = useRef<HTMLDivElement>(null);
  const [index, setIndex] = useState<number | null>(null);
  // Memoized, because the chart is redrawn when its columns change.
  const columns = useMemo(() => historyColumns(history.points, history.endS), [history]);
  const labels = seriesLabels(type);
  const plot = usePlot(container, { columns, startS: history.startS, type, onIndex: setIndex, onPoint });

  const last = columns.times.length - 1;
  const current = Math.min(index ?? last, last);
  const texts = pointTexts(columns, current);

  function handleKey(event: KeyboardEvent) {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey) return;
    const time = columns.times[current];
    if (key === "Enter" && time !== undefined) {
      // Otherwise it would also press the button that has the focus in the dialog that opens.
      event.preventDefault();
      onPoint(time);
    }
    const step = ERROR_KEYS.get(key.toLowerCase());
    const error = step === undefined ? null : nextErrorPoint(columns, current, step);
    if (error !== null) plot.pointAt(error);
  }

  return (
    <div className={`relative ${styles.chart}`}>
      <input
        type="range"
        className={`absolute clip m-0 ${styles.slider}`}
        aria-label={`Activity Data. ${historySentence(history.points, { ...history, atShipment })}`}
        aria-keyshortcuts="N P"
        aria-valuetext={pointSentence(texts, type)}
        min={0}
        max={last}
        value={current}
        onChange={({ target }) => plot.pointAt(target.valueAsNumber)}
        onKeyDown={handleKey}
      />
      <div ref={container} className={`pointer ${styles.plot}`} aria-hidden />
      <dl className={`flex wrap size-small ${styles.legend}`}>
        <div className="row gap-1h">
          <dt>Time:</dt>
          <dd>{texts.time}</dd>
        </div>
        {series.map((name) => (
          <div key={name} className="row gap-1h">
            <dt>
              <span className={classes(styles.marker, styles[name])} aria-hidden />
              {labels[name]}:
            </dt>
            <dd>{texts[name]}</dd>
          </div>
        ))}
      </dl>
      <p className={`caption muted ${styles.hint}`}>
        Click a point, or move with the arrow keys and press Enter, to see the errors of that minute. N and P jump to
        the next and previous errors. Drag to zoom in, double-click to zoom out.
      </p>
    </div>
  );
}

type PlotOptions = {
  columns: HistoryColumns;
  /** The start of the time axis (s); null starts it at the first point. */
  startS: number | null;
  type: StationType;
  onIndex: (index: number | null) => void;
  onPoint: (time: number) => void;
};

/** A press within this distance (px) of a minute with errors selects that minute. */
const MAX_DISTANCE_PX = 6;

/** Draws the chart of a station's history in an element. */
function usePlot(container: RefObject<HTMLElement | null>, { columns, startS, type, ...handlers }: PlotOptions) {
  const onPress = useEffectEvent((plot: uPlot) => {
    const time = pressedTime(plot, columns);
    if (time !== undefined) handlers.onPoint(time);
  });
  const plot = useDrawnPlot(container, {
    data: useMemo(() => plotData(columns), [columns]),
    makeOptions: (width) => plotOptions({ width, height: CHART.height_px, isNarrow: width < NARROW_PX, startS, type }),
    onIndex: handlers.onIndex,
    onCreated: (plot) => watchPresses(plot.over, () => onPress(plot)),
  });
  return { pointAt: (index: number) => plot.pointAt(index, 1, "swaps") };
}

function plotData({ times, swaps, errors, door, pad, online }: HistoryColumns): uPlot.AlignedData {
  return [times, swaps, errors, door, pad, online];
}

/** The time of the point that a press at the cursor's position selects. */
function pressedTime(plot: uPlot, columns: HistoryColumns): number | undefined {
  const time = plot.posToVal(plot.cursor.left ?? 0, "x");
  const maxDistanceS = Math.abs(plot.posToVal(MAX_DISTANCE_PX, "x") - plot.posToVal(0, "x"));
  const index = pressedPoint(columns, time, maxDistanceS);
  return index === null ? undefined : columns.times[index];
}

/** Movement (px) from which a press counts as a drag. */
const DRAG_PX = 4;
/** Time within which a second press makes a double-click. */
const DOUBLE_MS = 250;

/** Calls `onPress` for presses on an element that are neither a drag nor part of a double-click. */
function watchPresses(element: HTMLElement, onPress: () => void): void {
  let down = { x: 0, y: 0 };
  let timer: ReturnType<typeof setTimeout> | undefined;
  element.addEventListener("mousedown", ({ clientX: x, clientY: y }) => {
    down = { x, y };
  });
  element.addEventListener("click", ({ clientX, clientY, detail }) => {
    clearTimeout(timer);
    const isDrag = Math.hypot(clientX - down.x, clientY - down.y) > DRAG_PX;
    if (!isDrag && detail <= 1) timer = setTimeout(onPress, DOUBLE_MS);
  });
}
