import { barHeights, daysSentence } from "./group-texts.ts";
import { classes } from "../ui/index.ts";
import styles from "./group.module.css";

const BAR = { width: 9, step: 12, height: 24, max: 22 } as const;

type DayBarsProps = {
  /** Errors of seven days, today last. */
  days: readonly number[];
  /** Whether today is shown as what needs attention. */
  isEscalating: boolean;
};

/** A bar for each of the last days. */
export function DayBars({ days, isEscalating }: DayBarsProps) {
  const sentence = daysSentence(days);
  return (
    <svg
      className={classes(styles.bars, isEscalating && styles.rising)}
      viewBox={`0 0 ${(days.length - 1) * BAR.step + BAR.width} ${BAR.height}`}
      role="img"
      aria-label={sentence}
    >
      <title>{sentence}</title>
      {barHeights(days, BAR.max).map((height, day) => (
        <rect
          // oxlint-disable-next-line react/no-array-index-key -- a bar is its day
          key={day}
          x={day * BAR.step}
          y={BAR.height - height}
          width={BAR.width}
          height={height}
          rx={Math.min(1.5, height / 2)}
          className={classes(height === 1 && styles.none, day === days.length - 1 && styles.today)}
        />
      ))}
    </svg>
  );
}
