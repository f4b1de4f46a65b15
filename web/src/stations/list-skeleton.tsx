import styles from "./station-list.module.css";

const ROWS = 8;

/** The shape of the list while it is loaded for the first time. */
export function ListSkeleton() {
  return (
    <output className={styles.list} aria-label="Loading...">
      {Array.from({ length: ROWS }, (_, row) => (
        <div key={row} className={styles.skeleton} aria-hidden>
          <span />
          <span />
          <span />
          <span />
          <span />
        </div>
      ))}
    </output>
  );
}
