import { useMemo, useRef, useState, type KeyboardEvent } from "react";
import { seriesLabels } from "@groundcrew/shared/stats";
import type { StationType } from "@groundcrew/shared/telemetry";
import { classes } from "../ui/index.ts";
import styles from "./activity-data.module.css";
import { historyColumns, historySentence, pointSentence, pointTexts } from "./history.ts";
import type { History } from "./use-history.ts";
import { usePlot } from "./use-plot.ts";

type ActivityChartProps = {
  history: History;
  type: StationType;
  /** Someone wants to know about the point at this time (s). */
  onPoint: (time: number) => void;
};

const series = ["swaps", "errors", "door", "pad", "online"] as const;

/**
 * Swaps and errors as lines; door, pad and link as lanes below them. A slider over the points, seen only by its focus, lets
 * the keyboard and screen readers walk along them.
 */
export function ActivityChart({ history, type, onPoint }: ActivityChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const [index, setIndex] = useState<number | null>(null);
  // The chart is drawn anew when its columns are others.
  const columns = useMemo(() => historyColumns(history.points, history.endS), [history]);
  const labels = seriesLabels(type);
  const plot = usePlot(place, { columns, startS: history.startS, type, onIndex: setIndex, onPoint });

  const last = columns.times.length - 1;
  const shown = Math.min(index ?? last, last);
  const texts = pointTexts(columns, shown);

  function handleKey(event: KeyboardEvent) {
    const time = columns.times[shown];
    if (event.key === "Enter" && time !== undefined) onPoint(time);
  }

  return (
    <div className={styles.chart}>
      <input
        type="range"
        className={styles.slider}
        aria-label={`Activity Data. ${historySentence(history.points, history.range)}`}
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
        Press a point, or move along with the arrow keys and press Enter, to see the errors of that minute. Drag to look
        closer, press twice to see all again.
      </p>
    </div>
  );
}
