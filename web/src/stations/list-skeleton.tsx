import { classes } from "../ui/index.ts";
import listStyles from "./station-list.module.css";
import styles from "./station-row.module.css";

const ROWS = 12;

/** The shape of the list while it is loaded for the first time: its rows with nothing in them yet. */
export function ListSkeleton({ isAdmin }: { isAdmin: boolean }) {
  return (
    <output className={classes(listStyles.list, isAdmin && listStyles.admin)} aria-label="Loading...">
      {Array.from({ length: ROWS }, (_, row) => (
        <div key={row} className={classes(styles.row, styles.unread)} aria-hidden>
          <div className={styles.grid}>
            <div className={classes(styles.type, styles.bone, styles.block)} />
            <div className={classes(styles.id, styles.bone, styles.two)} />
            <div className={classes(styles.place, styles.bone, styles.two)} />
            <div className={classes(styles.description, styles.bone)} />
            <div className={classes(styles.link, styles.bone, styles.block)} />
            <div className={classes(styles.status, styles.bone, styles.block)} />
            <div className={classes(styles.temperature, styles.bone)} />
            <div className={classes(styles.value, styles.bone)} />
            {isAdmin && <div className={classes(styles.counters, styles.bone, styles.block)} />}
          </div>
        </div>
      ))}
    </output>
  );
}
