import { DAY_MS } from "@groundcrew/shared/lib";
import { barHeights, daysSentence } from "../group-texts.ts";
import { classes } from "../../ui/index.ts";
import styles from "./group-page.module.css";

const HEIGHT = 80;
const STEP = 20;
const WIDTH = 14;

const dayName = new Intl.DateTimeFormat("en", { month: "short", day: "numeric", timeZone: "UTC" });

type MonthBarsProps = {
  /** Errors of UTC days, today last. */
  days: readonly number[];
  isEscalating: boolean;
  /** The day before which there is a dashed line, counted from the first; null for none. */
  line: number | null;
  /** The server's time (ms). */
  now: number;
};

/** A bar for each day of the last month. */
export function MonthBars({ days, isEscalating, line, now }: MonthBarsProps) {
  const sentence = daysSentence(days);
  const nameOf = (day: number) => dayName.format(now - (days.length - 1 - day) * DAY_MS);
  return (
    <>
      <svg
        className={styles.month}
        viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={sentence}
      >
        {barHeights(days, HEIGHT - 2).map((height, day) => (
          <rect
            // oxlint-disable-next-line react/no-array-index-key -- a bar is its day
            key={day}
            x={day * STEP + (STEP - WIDTH) / 2}
            y={HEIGHT - height}
            width={WIDTH}
            height={height}
            className={classes(isEscalating && day >= days.length - 1 && styles.rising)}
          >
            <title>{`${nameOf(day)}: ${days[day] ?? 0}`}</title>
          </rect>
        ))}
        {line !== null && <line className={styles.line} x1={line * STEP} x2={line * STEP} y1={0} y2={HEIGHT} />}
      </svg>
      <div className={styles.dates} aria-hidden>
        {[0, 10, 20].map((day) => (
          <span key={day}>{nameOf(day)}</span>
        ))}
        <span>today (UTC)</span>
      </div>
    </>
  );
}
