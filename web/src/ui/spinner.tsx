import { classes } from "./classes.ts";
import styles from "./button.module.css";

type SpinnerProps = {
  /** For screen readers. Leave it out beside text that says the same. */
  label?: string;
  tone?: "plain" | "inherit" | "large";
};

export function Spinner({ label, tone = "plain" }: SpinnerProps) {
  const className = classes(styles.spinner, tone !== "plain" && styles[tone]);
  if (label === undefined) return <span className={className} aria-hidden />;
  return <output className={className} aria-label={label} title={label} />;
}

/** A page that is loading. */
export function PageSpinner() {
  return (
    <div className={`center ${styles.page}`}>
      <Spinner label="Loading..." tone="large" />
    </div>
  );
}

/** A loading message. */
export function Loading() {
  return (
    <output className={`row gap-2 soft ${styles.loading}`}>
      <Spinner />
      Loading...
    </output>
  );
}
