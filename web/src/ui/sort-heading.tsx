import { IconChevronDown, IconChevronUp } from "@tabler/icons-react";
import { Icon } from "./icon.tsx";
import styles from "./sort-heading.module.css";

type SortHeadingProps = {
  title: string;
  /** As in `aria-sort`; undefined if rows are sorted by another column. */
  order: "ascending" | "descending" | undefined;
  onSort: () => void;
};

/** A column's name in its heading; pressing it sorts the rows. */
export function SortHeading({ title, order, onSort }: SortHeadingProps) {
  return (
    <button type="button" className={styles.sort} onClick={onSort}>
      {title}
      {order && <Icon icon={order === "descending" ? IconChevronDown : IconChevronUp} size="s" />}
    </button>
  );
}
