import { useMemo, useRef, useState, type KeyboardEvent } from "react";
import { seriesLabels, type ShipmentCounts } from "@groundcrew/shared/stats";
import type { StationType } from "@groundcrew/shared/telemetry";
import { classes } from "../ui/index.ts";
import styles from "./activity-data.module.css";
import { historyColumns, historySentence, nextErrorPoint, pointSentence, pointTexts } from "./history.ts";
import type { History } from "./use-history.ts";
import { usePlot } from "./use-plot.ts";

type ActivityChartProps = {
  history: History;
  atShipment: ShipmentCounts;
  type: StationType;
  /** Someone wants to know about the point at this time (s). */
  onPoint: (time: number) => void;
};

const series = ["swaps", "errors", "door", "pad", "online"] as const;

/** Keys that move to the next or the previous point with errors. */
const ERROR_KEYS: ReadonlyMap<string, 1 | -1> = new Map([
  ["n", 1],
  ["p", -1],
]);

/**
 * Swaps and errors as lines; door, pad and link as lanes below them. A slider over the points, seen only by its focus, lets
 * the keyboard and screen readers walk along them.
 */
export function ActivityChart({ history, atShipment, type, onPoint }: ActivityChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const [index, setIndex] = useState<number | null>(null);
  // The chart is drawn again when its columns change.
  const columns = useMemo(() => historyColumns(history.points, history.endS), [history]);
  const labels = seriesLabels(type);
  const plot = usePlot(place, { columns, startS: history.startS, type, onIndex: setIndex, onPoint });

  const last = columns.times.length - 1;
  const shown = Math.min(index ?? last, last);
  const texts = pointTexts(columns, shown);

  function handleKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) {
    if (ctrlKey || metaKey || altKey) return;
    const time = columns.times[shown];
    if (key === "Enter" && time !== undefined) onPoint(time);
    const step = ERROR_KEYS.get(key.toLowerCase());
    const error = step === undefined ? null : nextErrorPoint(columns, shown, step);
    if (error !== null) plot.pointAt(error);
  }

  return (
    <div className={styles.chart}>
      <input
        type="range"
        className={styles.slider}
        aria-label={`Activity Data. ${historySentence(history.points, { ...history, atShipment })}`}
        aria-keyshortcuts="N P"
        aria-valuetext={pointSentence(texts, type)}
        min={0}
        max={last}
        value={shown}
        onChange={({ target }) => plot.pointAt(target.valueAsNumber)}
        onKeyDown={handleKey}
      />
      <div ref={place} className={styles.plot} aria-hidden />
      <dl className={styles.legend}>
        <div>
          <dt>Time:</dt>
          <dd>{texts.time}</dd>
        </div>
        {series.map((one) => (
          <div key={one}>
            <dt>
              <span className={classes(styles.marker, styles[one])} aria-hidden />
              {labels[one]}:
            </dt>
            <dd>{texts[one]}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.hint}>
        Click a point, or move with the arrow keys and press Enter, to see the errors of that minute. N and P jump to
        the next and previous errors. Drag to zoom in, double-click to zoom out.
      </p>
    </div>
  );
}
