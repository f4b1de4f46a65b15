import { DAY_MS } from "@groundcrew/shared/lib";
import { dayText } from "../lib/index.ts";
import { classes } from "../ui/index.ts";
import styles from "./kit.module.css";

/** Units of the drawing, which is stretched to the size that its class gives it. */
const STEP = 12;
const WIDTH = 9;
const HEIGHT = 80;

type DayChartProps = {
  /** A sentence with all values. */
  label: string;
  /** The values of UTC days, today last. */
  days: readonly number[];
  /** True if today needs attention. */
  isRising?: boolean;
  /** The day before which there is a dashed line, counted from the first; null for none. */
  line?: number | null;
  /** The server's time (ms), if each bar has a title with its day. */
  now?: number;
  /** Gives the height, and the width if it is not all there is. */
  className?: string | undefined;
};

/** A bar for each of some days. */
export function DayChart({ label, days, isRising = false, line = null, now, className }: DayChartProps) {
  return (
    <svg
      className={classes("full-width block", styles.chart, isRising && styles.rising, className)}
      viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {now === undefined && <title>{label}</title>}
      {barHeights(days, HEIGHT).map((height, day) => (
        <rect
          // oxlint-disable-next-line react/no-array-index-key -- a bar is its day
          key={day}
          x={day * STEP + (STEP - WIDTH) / 2}
          y={HEIGHT - height}
          width={WIDTH}
          height={height}
          className={classes(days[day] === 0 && styles.none, day === days.length - 1 && styles.today)}
        >
          {now !== undefined && <title>{`${nameOfDay(day, days.length, now)}: ${days[day] ?? 0}`}</title>}
        </rect>
      ))}
      {line !== null && <line className={styles.line} x1={line * STEP} x2={line * STEP} y1={0} y2={HEIGHT} />}
    </svg>
  );
}

function nameOfDay(day: number, count: number, now: number): string {
  return dayText(now - (count - 1 - day) * DAY_MS, now, "UTC");
}

/** Heights of bars. The highest has `max`; a day with something is visible, a day without is a line. */
export function barHeights(days: readonly number[], max: number): number[] {
  const most = Math.max(...days, 1);
  const [line, least] = [max / 24, max / 12];
  return days.map((count) => (count === 0 ? line : Math.max(least, (count / most) * max)));
}

/** The dates below a chart of some days; `now` is the server's time (ms). */
export function DayAxis({ count, every, now }: { count: number; every: number; now: number }) {
  const names = Array.from({ length: Math.ceil((count - 1) / every) }, (_, nth) => nameOfDay(nth * every, count, now));
  return (
    <div className={`flex justify-between caption muted mb-2 ${styles.axis}`} aria-hidden>
      {[...names, "today (UTC)"].map((name) => (
        <span key={name}>{name}</span>
      ))}
    </div>
  );
}
