import { classes } from "../ui/index.ts";
import styles from "./list-skeleton.module.css";
import listStyles from "./station-list.module.css";
import rowStyles from "./station-row.module.css";

const ROWS = 12;

/** A placeholder for the list while it is loaded for the first time: rows without content. */
export function ListSkeleton({ isAdmin }: { isAdmin: boolean }) {
  return (
    <output className={classes(listStyles.list, isAdmin && listStyles.admin)} aria-label="Loading...">
      {Array.from({ length: ROWS }, (_, row) => (
        <div key={row} className={classes(rowStyles.row, rowStyles.placeholder)} aria-hidden>
          <div className={rowStyles.grid}>
            <div className={classes(rowStyles.type, styles.bone, styles.block, styles.sign)} />
            <div className={classes(rowStyles.id, styles.bone, styles.two)} />
            <div className={classes(rowStyles.place, styles.bone, styles.two)} />
            <div className={classes(rowStyles.description, styles.bone)} />
            <div className={classes(rowStyles.link, styles.bone, styles.block)} />
            <div className={classes(rowStyles.status, styles.bone, styles.block)} />
            <div className={classes(rowStyles.temperature, styles.bone)} />
            <div className={classes(rowStyles.value, styles.bone, styles.short)} />
            {isAdmin && <div className={classes(rowStyles.counters, styles.bone, styles.block)} />}
          </div>
        </div>
      ))}
    </output>
  );
}
