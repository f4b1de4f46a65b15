import type { ReactNode } from "react";
import {
  toggleStationType,
  type StationFilters,
  type ViewSettings,
  filterLabels,
  isDescending as isSortDescending,
  stationSort,
  stationSortLabels,
  defaultViewSettings,
} from "@groundcrew/shared/stations";
import { stationType } from "@groundcrew/shared/telemetry";
import { type Freshness, FreshnessLabel, StaleBanner } from "../freshness/index.ts";
import {
  Button,
  ButtonGroup,
  CsvButton,
  StatusLine,
  ChecklistMenu,
  ChoiceMenu,
  IconButton,
  Empty,
} from "../ui/index.ts";
import { SearchBox } from "./search-box.tsx";
import { tableSentence } from "./matching.ts";
import { stationTypeIcons } from "../station/index.ts";
import styles from "./filter-bar.module.css";
import {
  IconFilter,
  IconArrowsSort,
  IconSortAscending,
  IconSortDescending,
  IconBuildingWarehouse,
  IconFilterOff,
} from "@tabler/icons-react";
import { useConsole } from "../console/index.ts";
import type { Fleet } from "./fleet.ts";

type FilterBarProps = {
  settings: ViewSettings;
  /** Filters that do not apply to the table. */
  without?: readonly (keyof StationFilters)[];
  /** The column that rows are sorted by because its heading was pressed. It takes precedence over the sort of the settings. */
  heading?: HeadingSort | null;
  onSettings: (settings: ViewSettings) => void;
  /** Called instead of `onSettings` when a sort is chosen. */
  onSort?: (settings: ViewSettings) => void;
  /** The freshness of the table's data, and how to reload it. */
  freshness: Freshness;
  onReload: () => void;
  /** How many stations the table shows; undefined while unknown. */
  count: number | undefined;
  /** Saves the table as a file; null while there is nothing to save. */
  onCsv: (() => void) | null;
  /** Shown before the search box. */
  children?: ReactNode;
};

/** Filters, order and freshness of a table of stations. One type of station is always chosen. */
export function FilterBar(props: FilterBarProps) {
  const {
    settings,
    without,
    heading = null,
    onSettings,
    onSort = onSettings,
    freshness,
    onReload,
    count,
    onCsv,
    children,
  } = props;
  const change = (changed: Partial<ViewSettings>) => onSettings({ ...settings, ...changed });
  const { stationType: chosen } = settings;

  return (
    <>
      <div className={styles.bar}>
        <ButtonGroup label="Station type" className={styles.types}>
          {stationType.options.map((type) => {
            const { label, icon } = stationTypeIcons[type];
            return (
              <Button
                key={type}
                icon={icon}
                title={label}
                aria-pressed={chosen === type}
                onClick={() => change({ stationType: toggleStationType(chosen, type, { required: true }) })}
              >
                <span className={styles.label}>{label}</span>
              </Button>
            );
          })}
        </ButtonGroup>
        <SortMenu settings={settings} heading={heading} onChange={(changed) => onSort({ ...settings, ...changed })} />
        <FilterMenu settings={settings} without={without} onChange={change} />
        {children}
        <SearchBox search={settings.search} onSearch={(search) => change({ search })} />
        <div className={styles.aside}>
          <FreshnessLabel freshness={freshness} />
          <CsvButton disabled={onCsv === null} onClick={() => onCsv?.()} />
        </div>
      </div>
      <StatusLine>{count === undefined ? "" : tableSentence(count, settings, heading)}</StatusLine>
      <StaleBanner freshness={freshness} content="stations" onRefresh={onReload} />
    </>
  );
}

type FilterMenuProps = {
  settings: ViewSettings;
  /** Filters that do not apply here. */
  without?: readonly (keyof StationFilters)[] | undefined;
  onChange: (changed: Partial<ViewSettings>) => void;
};

/** Every filter, in the order of the menu. A record, so that a new filter that is missing here does not compile. */
const FILTERS: { [F in keyof StationFilters]: F } = {
  time: "time",
  actual: "actual",
  customer: "customer",
  online: "online",
  hasConfig: "hasConfig",
  flagged: "flagged",
  retired: "retired",
};

export function FilterMenu({ settings, without, onChange }: FilterMenuProps) {
  const { brand } = useConsole();
  return (
    <ChecklistMenu
      name="Filter"
      icon={IconFilter}
      labels={filterLabels(brand)}
      options={Object.values(FILTERS).filter((filter) => !without?.includes(filter))}
      checked={settings.filters}
      onToggle={(filter) => onChange({ filters: { ...settings.filters, [filter]: !settings.filters[filter] } })}
    />
  );
}

/** A column that a table is sorted by because its heading was pressed. */
type HeadingSort = { label: string; isDescending: boolean; isReversed: boolean; onReverse: () => void };

type SortMenuProps = {
  settings: ViewSettings;
  /** The column that rows are sorted by instead of the sort of the settings. */
  heading?: HeadingSort | null;
  onChange: (changed: Partial<ViewSettings>) => void;
};

/** The menu for the order of stations. */
export function SortMenu({ settings, heading = null, onChange }: SortMenuProps) {
  const { sort, sortInvert } = settings;
  const { isDescending, isReversed } = heading ?? {
    isDescending: isSortDescending(sort, sortInvert),
    isReversed: sortInvert,
  };
  return (
    <ButtonGroup label="Sort">
      <ChoiceMenu
        name="Sort"
        icon={IconArrowsSort}
        labels={stationSortLabels}
        options={stationSort.options}
        value={heading ? null : sort}
        otherLabel={heading?.label}
        onChange={(sort) => onChange({ sort })}
      />
      <IconButton
        icon={isDescending ? IconSortDescending : IconSortAscending}
        label="Reverse order"
        aria-pressed={isReversed}
        onClick={heading ? heading.onReverse : () => onChange({ sortInvert: !sortInvert })}
      />
    </ButtonGroup>
  );
}

type NoStationsProps = { fleet: Fleet; settings: ViewSettings; onSettings: (settings: ViewSettings) => void };

/** Shown instead of the list when it is empty. */
export function NoStations({ fleet, settings, onSettings }: NoStationsProps) {
  if (fleet.stations.size === 0) return <Empty icon={IconBuildingWarehouse} sentence="There are no stations yet." />;
  return <NoMatch settings={settings} onSettings={(next) => onSettings({ ...next, stationType: null })} />;
}

/** Shown instead of stations when the filters match none. The chosen station type stays. */
export function NoMatch({ settings, onSettings }: Omit<NoStationsProps, "fleet">) {
  return (
    <Empty
      icon={IconFilterOff}
      sentence="No stations match your currently selected filters."
      action={<Button onClick={() => onSettings(unfiltered(settings))}>Reset filters</Button>}
    />
  );
}

/** The same view without any filter. The default filters hide some stations too. */
function unfiltered(settings: ViewSettings): ViewSettings {
  return { ...settings, search: "", filters: { ...defaultViewSettings.filters, actual: false } };
}
