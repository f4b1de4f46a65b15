import { buttonClass } from "./button.tsx";
import { visiblePages } from "./visible-pages.ts";
import { StatusLine } from "./visually-hidden.tsx";
import styles from "./pager.module.css";

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
