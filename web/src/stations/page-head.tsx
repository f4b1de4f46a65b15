import { shortCount } from "@groundcrew/shared/lib";
import type { FleetStats, ViewSettings } from "@groundcrew/shared/stations";
import { IconAlertTriangle, IconPlus, IconRefresh } from "@tabler/icons-react";
import { wholeNumber } from "../lib/index.ts";
import { Button, classes, Icon } from "../ui/index.ts";
import type { Fleet } from "./fleet.ts";
import { FreshnessLabel } from "./freshness-label.tsx";
import styles from "./page-head.module.css";
import { ViewToggle } from "./view-toggle.tsx";

type PageHeadProps = {
  stats: FleetStats | undefined;
  fleet: Fleet | undefined;
  view: ViewSettings["view"];
  onView: (view: ViewSettings["view"]) => void;
  onRefresh: () => void;
  /** Adds a station; there is no button without it. */
  onAdd?: () => void;
};

/** Title, the numbers of the filtered stations, and how old they are. */
export function PageHead({ stats, fleet, view, onView, onRefresh, onAdd }: PageHeadProps) {
  return (
    <div className={styles.head}>
      <h1>Stations</h1>
      <dl className={styles.stats}>
        <div>
          <dt>Swaps</dt>
          <dd title={numberOf(stats?.swaps)}>
            <span className={styles.wide}>{numberOf(stats?.swaps)}</span>
            <span className={styles.narrow}>{stats ? shortCount(stats.swaps) : "–"}</span>
          </dd>
        </div>
        <div className={styles.wide}>
          <dt>Total</dt>
          <dd>{numberOf(stats?.total)}</dd>
        </div>
        <div>
          <dt>Online</dt>
          <dd>{numberOf(stats?.online)}</dd>
        </div>
        <div>
          <dt>Active</dt>
          <dd>{numberOf(stats?.active)}</dd>
        </div>
        <div>
          <dt>Error</dt>
          <dd className={classes(stats && stats.error > 0 && styles.error)}>
            {stats && stats.error > 0 && <Icon of={IconAlertTriangle} size="l" />}
            {numberOf(stats?.error)}
          </dd>
        </div>
      </dl>
      <div className={styles.actions}>
        {fleet && <FreshnessLabel fleet={fleet} />}
        <ViewToggle view={view} className={styles.wide} onView={onView} />
        <Button className={styles.wide} icon={IconRefresh} onClick={onRefresh}>
          Refresh
        </Button>
        {onAdd && (
          <Button tone="main" icon={IconPlus} className={styles.add} onClick={onAdd}>
            Add Station
          </Button>
        )}
      </div>
    </div>
  );
}

function numberOf(count: number | undefined): string {
  return count === undefined ? "–" : wholeNumber(count);
}
