import { useMemo, useRef, useState } from "react";
import type { ActivityRow } from "@groundcrew/shared/stats";
import { classes } from "../ui/index.ts";
import styles from "./activity-data.module.css";
import { fleetColumns, fleetPoint, fleetSentence } from "./fleet-activity.ts";
import { useFleetPlot } from "./use-fleet-plot.ts";

/**
 * Swaps in each ten minutes, and how many stations were online. A slider over the points, seen only by its focus, lets the
 * keyboard and screen readers walk along them.
 */
export function FleetChart({ rows }: { rows: readonly ActivityRow[] }) {
  const place = useRef<HTMLDivElement>(null);
  const [index, setIndex] = useState<number | null>(null);
  // The chart is drawn again when its columns change.
  const columns = useMemo(() => fleetColumns(rows), [rows]);
  const plot = useFleetPlot(place, columns, setIndex);
  const last = columns.times.length - 1;
  const shown = Math.min(index ?? last, last);
  const { time, activity, online } = fleetPoint(columns, shown);

  return (
    <div className={styles.chart}>
      <input
        type="range"
        className={styles.slider}
        aria-label={`Recent Activity. ${fleetSentence(columns)}`}
        aria-valuetext={`${time}: ${activity} swaps, ${online} stations online`}
        min={0}
        max={last}
        value={shown}
        onChange={({ target }) => plot.pointAt(target.valueAsNumber)}
      />
      <div ref={place} className={styles.plot} aria-hidden />
      <dl className={styles.legend}>
        <div>
          <dt>Time:</dt>
          <dd>{time}</dd>
        </div>
        <div>
          <dt>
            <span className={classes(styles.marker, styles.swaps)} aria-hidden />
            Swaps in 10 minutes:
          </dt>
          <dd>{activity}</dd>
        </div>
        <div>
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
