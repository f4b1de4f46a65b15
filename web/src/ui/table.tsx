import type { ReactNode } from "react";
import styles from "./table.module.css";

/** A heading of a table; numbers stand at the right. */
export type Column = { label: string; isNumber?: boolean };

type TableProps = { label: string; head: readonly Column[]; children: ReactNode };

/** A table that scrolls sideways where it is too wide. Its first column stays in view. */
export function Table({ label, head, children }: TableProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <section className={styles.frame} aria-label={label} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {head.map((column) => (
              <th key={column.label} scope="col" className={column.isNumber ? styles.number : undefined}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}

type CellProps = { isNumber?: boolean; children: ReactNode };

export function Cell({ isNumber = false, children }: CellProps) {
  return <td className={isNumber ? styles.number : undefined}>{children}</td>;
}
