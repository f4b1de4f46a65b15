import { buttonClass } from "./button.tsx";
import { StatusLine } from "./text.tsx";
import styles from "./table.module.css";

type PagerProps = {
  label: string;
  /** Starts at 1. */
  page: number;
  count: number;
  onPage: (page: number) => void;
};

/** Page buttons of a list; nothing if there is only one page. */
export function Pager({ label, page, count, onPage }: PagerProps) {
  if (count <= 1) return null;
  return (
    <nav className={`row gap-1 ${styles.pager}`} aria-label={label}>
      <StatusLine>{`Page ${page} of ${count}`}</StatusLine>
      {visiblePages(page, count).map((shown, index) =>
        shown === null ? (
          <span key={index < 3 ? "before" : "after"} className={`muted text-center ${styles.gap}`}>
            …
          </span>
        ) : (
          <button
            key={shown}
            type="button"
            className={`${buttonClass(shown === page ? "selected" : "plain")} ${styles.page}`}
            aria-label={`Page ${shown}`}
            aria-current={shown === page ? "page" : undefined}
            onClick={() => onPage(shown)}
          >
            {shown}
          </button>
        ),
      )}
    </nav>
  );
}

/** Number of buttons in a pager, constant so that they do not move while paging. */
const SLOTS = 7;

/** Pages that are shown at an end while the current page is near it. */
const NEAR = SLOTS - 2;

/** The entries of a pager: page numbers, and null for a gap. The first and last page are always included. */
export function visiblePages(page: number, count: number): (number | null)[] {
  if (count <= SLOTS) return range(1, count);
  if (page < NEAR) return [...range(1, NEAR), null, count];
  if (page > count - NEAR + 1) return [1, null, ...range(count - NEAR + 1, count)];
  return [1, null, ...range(page - 1, page + 1), null, count];
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
