import type { ReactNode } from "react";
import { shortCount, timeWindowLabels, type TimeWindow } from "@groundcrew/shared/lib";
import type { FleetStats, StationFilter, StationFilters, ViewSettings } from "@groundcrew/shared/stations";
import { IconAlertTriangle, IconPlus, IconList, IconMap2, IconTool } from "@tabler/icons-react";
import type { Freshness } from "../data/freshness/index.ts";
import type { ViewInAddress } from "../kit/index.ts";
import { maintainedText, wholeNumber } from "../lib/index.ts";
import { useIsDisconnected } from "../station/index.ts";
import { Button, classes, Icon, ButtonGroup } from "../ui/index.ts";
import { LiveControls } from "./live/live-controls.tsx";
import type { Pause } from "./live/use-pause.ts";
import styles from "./list/stations-page.module.css";

type PageHeadProps = {
  stats: FleetStats | undefined;
  freshness: Freshness;
  /** The time window of the swap counts. */
  time: TimeWindow;
  view: ViewInAddress<ViewSettings>;
  pause: Pause;
  onRefresh: () => void;
  /** Adds a station. Without it there is no button. */
  onAdd?: () => void;
};

/** The title, the numbers of the filtered stations, and their freshness. */
export function PageHead(props: PageHeadProps) {
  const { stats, time, freshness, view, pause, onRefresh, onAdd } = props;
  const filters = view.on("filters");
  return (
    <div className={`row gap-5 mb-3 ${styles.head}`}>
      <h1>Stations</h1>
      <Stats {...{ stats, time, freshness }} {...filters} />
      <div className={`row gap-3 grow justify-end ${styles.actions}`}>
        <LiveControls freshness={freshness} pause={pause} onRefresh={onRefresh} />
        <ViewToggle {...view.on("view")} className={styles.wide} />
        {onAdd && (
          <Button tone="main" icon={IconPlus} className={styles.add} aria-label="Add Station" onClick={onAdd}>
            <span>
              Add<span className={styles.station}> Station</span>
            </span>
          </Button>
        )}
      </div>
    </div>
  );
}

type Filters = { value: StationFilters; onChange: (filters: StationFilters) => void };
type StatsProps = Pick<PageHeadProps, "stats" | "time" | "freshness"> & Filters;

function Stats({ stats, time, freshness, ...filters }: StatsProps) {
  // Stations that are not known to be online may be.
  const isDisconnected = useIsDisconnected();
  return (
    <dl className={classes("flex", styles.stats, freshness.kind === "stale" && styles.stale)}>
      <div>
        <dt className="caption muted">{time === "all" ? "Swaps" : `Swaps, ${timeWindowLabels[time].toLowerCase()}`}</dt>
        <dd title={countOrDash(stats?.swaps)}>
          <span className={styles.wide}>{countOrDash(stats?.swaps)}</span>
          <span className={styles.narrow}>{stats ? shortCount(stats.swaps) : "–"}</span>
        </dd>
      </div>
      <div className={styles.wide}>
        <dt className="caption muted">Total</dt>
        <dd>{countOrDash(stats?.total)}</dd>
      </div>
      <div>
        <dt className="caption muted">Online</dt>
        <dd>
          <FilterCount
            name="Online"
            count={isDisconnected ? undefined : stats?.online}
            {...switchOf("online", filters)}
          />
        </dd>
      </div>
      <div>
        <dt className="caption muted">Active</dt>
        <dd>{countOrDash(stats?.active)}</dd>
      </div>
      <div className={styles.wide}>
        <dt className="caption muted">Ready</dt>
        <dd>{countOrDash(isDisconnected ? undefined : stats?.ready)}</dd>
      </div>
      <div>
        <dt className="caption muted">Error</dt>
        <dd className={classes(stats && stats.error > 0 && styles.error)}>
          <FilterCount
            name="Error"
            count={stats?.error}
            note={maintainedText(stats?.error_maintenance ?? 0, stats?.error ?? 0)}
            {...switchOf("flagged", filters)}
          >
            {stats && stats.error > 0 && <Icon icon={IconAlertTriangle} size="l" />}
          </FilterCount>
        </dd>
      </div>
      <MaintenanceCount count={stats?.maintenance ?? 0} {...filters} />
    </dl>
  );
}

/** The number of stations in maintenance, if there are any. */
function MaintenanceCount({ count, ...filters }: Filters & { count: number }) {
  if (count === 0 && !filters.value.maintenance) return null;
  return (
    <div>
      <dt className="caption muted">
        <span className={styles.wide}>Maintenance</span>
        <span className={styles.narrow} title="Maintenance">
          Maint.
        </span>
      </dt>
      <dd>
        <FilterCount name="Maintenance" count={count} {...switchOf("maintenance", filters)}>
          <Icon icon={IconTool} size="l" />
        </FilterCount>
      </dd>
    </div>
  );
}

/** The state of a filter, and what switches it. */
function switchOf(name: StationFilter, { value, onChange }: Filters) {
  return { isOn: value[name], onPress: () => onChange({ ...value, [name]: !value[name] }) };
}

type FilterCountProps = {
  name: string;
  count: number | undefined;
  /** Follows the count where it is read or pointed at. */
  note?: string;
  isOn: boolean;
  onPress: () => void;
  children?: ReactNode;
};

/** A number that filters the list by the stations it counts, or removes that filter. The whole column can be pressed. */
function FilterCount({ name, count, note = "", isOn, onPress, children }: FilterCountProps) {
  const title = isOn ? "Show all stations again" : "Show only these stations";
  return (
    <button
      type="button"
      className={`own-font align-center gap-1h bare p-0 ${styles.filter}`}
      aria-pressed={isOn}
      aria-label={`${name}: ${countOrDash(count)}${note}`}
      title={`${title}${note}`}
      onClick={onPress}
    >
      {children}
      {countOrDash(count)}
    </button>
  );
}

function countOrDash(count: number | undefined): string {
  return count === undefined ? "–" : wholeNumber(count);
}

type View = ViewSettings["view"];
type ViewToggleProps = { value: View; className?: string | undefined; onChange: (view: View) => void };

/** The choice of list or map. */
function ViewToggle({ value, className, onChange }: ViewToggleProps) {
  return (
    <ButtonGroup label="View" className={className}>
      <Button icon={IconList} aria-pressed={value === "list"} onClick={() => onChange("list")}>
        List
      </Button>
      <Button icon={IconMap2} aria-pressed={value === "map"} onClick={() => onChange("map")}>
        Map
      </Button>
    </ButtonGroup>
  );
}
