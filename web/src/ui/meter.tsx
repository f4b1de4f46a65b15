import { classes } from "./classes.ts";
import styles from "./meter.module.css";

type MeterProps = {
  label: string;
  /** From 0 to 100. */
  value: number;
  level: "low" | "medium" | "high";
};

/** A level, with marks at the ends of the low and medium ranges. */
export function Meter({ label, value, level }: MeterProps) {
  return (
    <div className={classes(styles.place, styles[level])}>
      <meter className={styles.meter} aria-label={label} min={0} max={100} value={value}>{`${value}%`}</meter>
    </div>
  );
}
