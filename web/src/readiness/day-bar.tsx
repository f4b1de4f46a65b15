import type { ReactNode } from "react";
import { NO_SECONDS, timeKindLabels, type ReadinessSeconds } from "@groundcrew/shared/readiness";
import { classes } from "../ui/index.ts";
import styles from "./readiness.module.css";

/** The parts of a day, from the top to the bottom of its bar. */
const dayParts = ["not_recorded", "maintenance", "unknown", "not_ready", "limited", "ready"] as const;
type DayPart = (typeof dayParts)[number];

/** A day of which nothing is known. */
export const NOT_RECORDED: ReadinessSeconds = { ...NO_SECONDS, not_recorded_s: 1 };

/** The share of a part in what counts of a day. */
export function shareOfDay(day: ReadinessSeconds, part: DayPart): number {
  const whole = dayParts.reduce((sum, each) => sum + day[`${each}_s`], 0);
  return whole === 0 ? 0 : day[`${part}_s`] / whole;
}

/** The parts of a day as a sentence: "Ready 97.3%, Not ready 2.7%". */
export function partsText(day: ReadinessSeconds): string {
  const parts = dayParts.toReversed().filter((part) => shareOfDay(day, part) > 0);
  return parts.map((part) => `${timeKindLabels[part]} ${(100 * shareOfDay(day, part)).toFixed(1)}%`).join(", ");
}

type DayBarProps = {
  day: ReadinessSeconds;
  /** The percentage at which the axis starts. */
  start?: number;
  className?: string | undefined;
};

/** A day, with the share of each state, as high as what it is in. */
export function DayBar({ day, start = 0, className }: DayBarProps) {
  return (
    <div className={classes("column", styles.bar, className)}>
      {heightsIn(day, start).map(({ part, percent }) => (
        <i key={part} className={styles[part]} style={{ height: `${(100 * percent) / (100 - start)}%` }} />
      ))}
    </div>
  );
}

/** The parts of a day that are seen of it where the axis starts at a percentage. */
function heightsIn(day: ReadinessSeconds, start: number): { part: DayPart; percent: number }[] {
  let rest = 100 - start;
  const all = dayParts.map((part) => {
    const percent = Math.min(rest, 100 * shareOfDay(day, part));
    rest -= percent;
    return { part, percent };
  });
  return all.filter(({ percent }) => percent > 0);
}

/** The meaning of the parts, and what else there is to say about the chart. */
export function DayLegend({ children }: { children?: ReactNode }) {
  return (
    <ul className="caption flex wrap gap-1-4 mt-2">
      {dayParts.toReversed().map((part) => (
        <li key={part} className="row gap-1h">
          <i className={classes("rigid", styles.key, styles[part])} />
          {timeKindLabels[part]}
        </li>
      ))}
      {children}
    </ul>
  );
}
