import type { ReactNode } from "react";
import { toggleStationType, type StationFilters, type ViewSettings } from "@groundcrew/shared/stations";
import { stationType } from "@groundcrew/shared/telemetry";
import { type Freshness, FreshnessLabel, StaleBanner } from "../freshness/index.ts";
import { Button, ButtonGroup, CsvButton, SearchBox, StatusLine } from "../ui/index.ts";
import { tableSentence } from "./matching.ts";
import { stationTypeIcons } from "../station/index.ts";
import styles from "./filter-bar.module.css";
import { FilterMenu, SortMenu, type HeadingSort } from "./view-menus.tsx";

/** The help of a search for stations. */
export const SEARCHED_FIELDS =
  "Searches the serial number, deploy location, description and organization, and the name for terms of 4 or more characters.";

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
        <SearchBox value={settings.search} help={SEARCHED_FIELDS} onChange={(search) => change({ search })} />
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
