import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import styles from "./table.module.css";

/** A heading of a table; numbers stand at the right. */
type Column = { label: string; isNumber?: boolean };

type TableProps = {
  label: string;
  head: readonly Column[];
  /** On a narrow screen a row's cells stand one below the other, each with its `label`. */
  stacks?: boolean;
  children: ReactNode;
};

/** A table that scrolls sideways where it is too wide. Its first column stays in view. No landmark: its card is one. */
export function Table({ label, head, stacks = false, children }: TableProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- what scrolls must be reachable by keyboard, and this is no fieldset
    <section role="group" className={classes(styles.frame, stacks && styles.stacks)} aria-label={label} tabIndex={0}>
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

type CellProps = {
  isNumber?: boolean;
  /** What the column is called, for rows that are stacked. */
  label?: string;
  title?: string | undefined;
  children: ReactNode;
};

export function Cell({ isNumber = false, label, title, children }: CellProps) {
  return (
    <td className={isNumber ? styles.number : undefined} data-label={label} title={title}>
      {children}
    </td>
  );
}
