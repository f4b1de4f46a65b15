import { shortCount, timeWindowLabels, type TimeWindow } from "@groundcrew/shared/lib";
import type { FleetStats, StationFilter, StationFilters, ViewSettings } from "@groundcrew/shared/stations";
import {
  IconAlertTriangle,
  IconPlus,
  IconList,
  IconMap2,
  IconTool,
  type Icon as TablerIcon,
} from "@tabler/icons-react";
import type { Freshness } from "../data/freshness/index.ts";
import { type Figure, Figures, type ViewInAddress } from "../kit/index.ts";
import { maintainedText, wholeNumber } from "../lib/index.ts";
import { useIsDisconnected } from "../station/index.ts";
import { Button, ButtonGroup, Icon } from "../ui/index.ts";
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
        <div className="hidden-small no-print">
          <ViewToggle {...view.on("view")} />
        </div>
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

type StatsProps = Pick<PageHeadProps, "stats" | "time" | "freshness"> & {
  value: StationFilters;
  onChange: (filters: StationFilters) => void;
};

function Stats({ stats, time, freshness, value, onChange }: StatsProps) {
  // Stations that are not known to be online may be.
  const isDisconnected = useIsDisconnected();
  const { error, maintenance = 0 } = stats ?? {};
  const swaps = countOrDash(stats?.swaps);
  const filter = (name: StationFilter) => ({
    isOn: value[name],
    onPress: () => onChange({ ...value, [name]: !value[name] }),
  });
  const figures: (Figure | false)[] = [
    {
      label: time === "all" ? "Swaps" : `Swaps, ${timeWindowLabels[time].toLowerCase()}`,
      title: swaps,
      value: (
        <>
          <span className="hidden-small">{swaps}</span>
          <span className="only-small">{stats ? shortCount(stats.swaps) : "–"}</span>
        </>
      ),
    },
    { label: "Total", value: countOrDash(stats?.total), hiddenAt: "small" },
    {
      label: "Online",
      value: <FilterCount name="Online" count={isDisconnected ? undefined : stats?.online} {...filter("online")} />,
    },
    { label: "Active", value: countOrDash(stats?.active) },
    { label: "Ready", value: countOrDash(isDisconnected ? undefined : stats?.ready), hiddenAt: "small" },
    {
      label: "Error",
      isUrgent: Boolean(error),
      value: (
        <FilterCount
          name="Error"
          icon={error ? IconAlertTriangle : null}
          count={error}
          note={maintainedText(stats?.error_maintenance ?? 0, error ?? 0)}
          {...filter("flagged")}
        />
      ),
    },
    (maintenance > 0 || value.maintenance) && {
      label: "Maintenance",
      shortLabel: "Maint.",
      value: <FilterCount name="Maintenance" icon={IconTool} count={maintenance} {...filter("maintenance")} />,
    },
  ];
  return <Figures className={styles.stats} figures={figures} isStale={freshness.kind === "stale"} />;
}

type FilterCountProps = {
  name: string;
  icon?: TablerIcon | null;
  count: number | undefined;
  /** Follows the count where it is read or pointed at. */
  note?: string;
  isOn: boolean;
  onPress: () => void;
};

/** A number that filters the list by the stations it counts, or removes that filter. The whole column can be pressed. */
function FilterCount({ name, icon, count, note = "", isOn, onPress }: FilterCountProps) {
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
      {icon && <Icon icon={icon} size="l" />}
      {countOrDash(count)}
    </button>
  );
}

function countOrDash(count: number | undefined): string {
  return count === undefined ? "–" : wholeNumber(count);
}

type View = ViewSettings["view"];

/** The choice of list or map. The kit's segments would load the styles of lists with the first page. */
function ViewToggle({ value, onChange }: { value: View; onChange: (view: View) => void }) {
  return (
    <ButtonGroup label="View">
      <Button icon={IconList} aria-pressed={value === "list"} onClick={() => onChange("list")}>
        List
      </Button>
      <Button icon={IconMap2} aria-pressed={value === "map"} onClick={() => onChange("map")}>
        Map
      </Button>
    </ButtonGroup>
  );
}
