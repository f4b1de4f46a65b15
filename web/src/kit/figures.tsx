import type { ReactNode } from "react";
import { classes } from "../ui/index.ts";
import styles from "./kit.module.css";

export type Figure = {
  label: string;
  value: ReactNode;
  /** Shown behind the value, smaller. */
  note?: string;
  /** Shown below the value. */
  about?: ReactNode;
  title?: string;
  isUrgent?: boolean;
  /** True if it is not needed in a narrow window. */
  isWide?: boolean;
};

type FiguresProps = { figures: readonly Figure[]; isStale?: boolean; className?: string | undefined };

/** Numbers that are read at a glance, each below its name. */
export function Figures({ figures, isStale = false, className }: FiguresProps) {
  return (
    <dl className={classes("flex wrap", styles.figures, className)} data-stale={isStale || undefined}>
      {figures.map(({ label, value, note, about, title, isUrgent, isWide }) => (
        <div key={label} data-urgent={isUrgent || undefined} data-wide={isWide || undefined}>
          <dt className="caption muted">{label}</dt>
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
