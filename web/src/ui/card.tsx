import { useId, type ReactNode, type Ref } from "react";
import { wholeNumber } from "@groundcrew/shared/lib";
import styles from "./card.module.css";
import { classes } from "./classes.ts";

type CardProps = {
  title: string;
  /** How many there are of what the card lists. Who gives it imports `later.css`. */
  count?: number | undefined;
  /** Shown beside the title. */
  aside?: ReactNode;
  className?: string | undefined;
  /** For focusing the card when the focused element is removed. */
  ref?: Ref<HTMLElement>;
  children: ReactNode;
};

/** A titled section of a page. */
export function Card({ title, count, aside, className, ref, children }: CardProps) {
  const titleId = useId();
  return (
    <section
      ref={ref}
      className={classes("panel p-4 min-0", styles.card, className)}
      aria-labelledby={titleId}
      {...(ref && { tabIndex: -1 })}
    >
      <div className={`gap-2-4 row wrap mb-3 ${styles.head}`}>
        <h2 id={titleId}>{title}</h2>
        {count !== undefined && <span className="count-badge quiet">{wholeNumber(count)}</span>}
        {aside}
      </div>
      {children}
    </section>
  );
}

/** A labelled value of a card or dialog. */
export type Reading = { label: string; value: ReactNode; title?: string | undefined };

/** Readings in one column, or in two if there is space. */
export function Readings({ lines, columns = 1 }: { lines: readonly Reading[]; columns?: 1 | 2 }) {
  return (
    <dl className={classes("small", columns === 2 && styles.two)}>
      {lines.map(({ label, value, title }) => (
        <div key={label} className={`unbroken py-1 grid gap-3 ${styles.reading}`}>
          <dt>{label}</dt>
          <dd className="anywhere" title={title}>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}

type MeterProps = {
  label: string;
  /** From 0 to 100. */
  value: number;
  level: "low" | "medium" | "high";
};

/** A level, with marks at the ends of the low and medium ranges. */
export function Meter({ label, value, level }: MeterProps) {
  return (
    <div className={classes("clip relative", styles.place, styles[level])}>
      <meter
        className={`no-border full-width block sunken ${styles.meter}`}
        aria-label={label}
        min={0}
        max={100}
        value={value}
      >{`${value}%`}</meter>
    </div>
  );
}
