import { classes } from "../../ui/index.ts";
import styles from "./wall.module.css";

/** The states of a bar, from the top to the bottom. */
const PARTS = ["ready", "limited", "unknown", "not_ready"] as const;

/** The seconds of some stations in a time, by state. */
type Bar = { key: string } & Record<`${(typeof PARTS)[number]}_s`, number>;

/** A bar for each of some times, with the share of each state. One without any is empty. `label` says it all. */
export function StateBars({ bars, label }: { bars: readonly Bar[]; label: string }) {
  return (
    <figure aria-label={label} className={`flex m-0 border-below ${styles.bars}`}>
      {bars.map((bar) => {
        const sum = PARTS.reduce((total, part) => total + bar[`${part}_s`], 0);
        return (
          <div key={bar.key} aria-hidden className={classes("column min-0", styles.bar)}>
            {PARTS.map((part) => {
              const seconds = bar[`${part}_s`];
              return seconds > 0 && <i key={part} className={styles[part]} style={{ flexGrow: seconds / sum }} />;
            })}
          </div>
        );
      })}
    </figure>
  );
}
