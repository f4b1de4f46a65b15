import type { OrganizationActivity } from "@groundcrew/shared/stats";
import { IconChartBar } from "@tabler/icons-react";
import { wholeNumber } from "../lib/index.ts";
import { Empty } from "../ui/index.ts";
import styles from "./stats-page.module.css";

/** The number of actions by each organization's users as bars, the most active first. */
export function OrganizationActions({ rows }: { rows: readonly OrganizationActivity[] }) {
  const max = Math.max(1, ...rows.map(({ actions }) => actions));
  if (rows.length === 0) return <Empty icon={IconChartBar} sentence="No activity history tracked" />;
  return (
    <ul className={styles.bars} aria-label="Organization Actions (7d)">
      {rows.map(({ organization, actions }) => (
        <li key={organization}>
          <span className={styles.name} title={organization}>
            {organization}
          </span>
          <span className={styles.track} aria-hidden>
            <span className={styles.bar} style={{ width: `${(100 * actions) / max}%` }} />
          </span>
          <span className={styles.count}>
            {wholeNumber(actions)}
            <span className={styles.unit}>{actions === 1 ? " action" : " actions"}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
