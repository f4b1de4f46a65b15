import { buttonClass } from "./button.tsx";
import { visiblePages } from "./visible-pages.ts";
import { StatusLine } from "./visually-hidden.tsx";
import styles from "./pager.module.css";

type PagerProps = {
  label: string;
  /** Counted from 1. */
  page: number;
  count: number;
  onPage: (page: number) => void;
};

/** Numbered buttons for the pages of a list; nothing when there is only one. */
export function Pager({ label, page, count, onPage }: PagerProps) {
  if (count <= 1) return null;
  return (
    <nav className={styles.pager} aria-label={label}>
      <StatusLine>{`Page ${page} of ${count}`}</StatusLine>
      {visiblePages(page, count).map((shown, at) =>
        shown === null ? (
          <span key={at < 3 ? "before" : "after"} className={styles.gap}>
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
