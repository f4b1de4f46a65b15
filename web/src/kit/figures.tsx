import type { ReactNode } from "react";
import { classes } from "../ui/index.ts";
import styles from "./filter-bar.module.css";

export type Figure = {
  label: string;
  /** Its label in a narrow window. */
  shortLabel?: string;
  value: ReactNode;
  /** Shown behind the value, smaller. */
  note?: string;
  /** Shown below the value. */
  about?: ReactNode;
  title?: string;
  isUrgent?: boolean;
  /** The width up to which it is not displayed. */
  hiddenAt?: "medium" | "small";
};

type FiguresProps = { figures: readonly (Figure | false)[]; isStale?: boolean; className?: string | undefined };

/** Numbers that are read at a glance, each below its name. */
export function Figures({ figures, isStale = false, className }: FiguresProps) {
  const shown = figures.filter((figure) => figure !== false);
  return (
    <dl className={classes("flex wrap", styles.figures, className)} data-stale={isStale || undefined}>
      {shown.map(({ label, shortLabel, value, note, about, title, isUrgent, hiddenAt }) => (
        <div key={label} data-urgent={isUrgent || undefined} className={hiddenAt && `hidden-${hiddenAt}`}>
          <dt className="caption muted">
            <span className={shortLabel && "hidden-small"}>{label}</span>
            {shortLabel && (
              <span className="only-small" title={label}>
                {shortLabel}
              </span>
            )}
          </dt>
          <dd title={title}>
            {note === undefined ? (
              value
            ) : (
              <span>
                {value}
                <small>{note}</small>
              </span>
            )}
          </dd>
          {about && <dd className="caption muted">{about}</dd>}
        </div>
      ))}
    </dl>
  );
}
