import { IconInfoCircle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Icon } from "../../ui/index.ts";
import styles from "../reports.module.css";

/** A part of a whole. `size` is from 0 to 1, of the largest one. */
export type Share = {
  key: string;
  title: ReactNode;
  value: string;
  percent: number;
  size: number;
  about: string;
  isNeutral?: boolean;
};

/** The parts of a whole, each with a bar. */
export function ShareList({ shares }: { shares: readonly Share[] }) {
  return (
    <ul className={styles.shares}>
      {shares.map(({ key, title, value, percent, size, about, isNeutral }) => (
        <li key={key}>
          <div className="flex justify-between gap-3 small">
            <span className="medium anywhere">{title}</span>
            <span className="nowrap">
              <b className="strong">{value}</b> <span className="muted">{Math.round(percent)}%</span>
            </span>
          </div>
          <div className={`sunken rounded-sm ${styles.track}`} aria-hidden>
            <span
              className={`block rounded-sm ${styles.bar}`}
              data-neutral={isNeutral || undefined}
              style={{ width: `${100 * size}%` }}
            />
          </div>
          <div className="caption muted">{about}</div>
        </li>
      ))}
    </ul>
  );
}

/** A note below the figures that it is about. */
export function Note({ children }: { children: ReactNode }) {
  return (
    <p className={`flex gap-1h caption muted mt-2 ${styles.note}`}>
      <Icon icon={IconInfoCircle} size="s" />
      <span>{children}</span>
    </p>
  );
}
