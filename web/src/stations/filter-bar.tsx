import type { ReactNode } from "react";
import {
  filterLabels,
  stationSort,
  stationSortLabels,
  toggleStationType,
  type StationFilters,
  type ViewSettings,
} from "@groundcrew/shared/stations";
import { stationType } from "@groundcrew/shared/telemetry";
import { IconArrowsSort, IconFilter, IconSortAscending, IconSortDescending } from "@tabler/icons-react";
import { useConsole } from "../console/index.ts";
import { Button, ButtonGroup, ChecklistMenu, ChoiceMenu, IconButton } from "../ui/index.ts";
import styles from "./filter-bar.module.css";
import { SearchBox } from "./search-box.tsx";
import { stationTypeSigns } from "./station-type-signs.ts";

type FilterBarProps = {
  settings: ViewSettings;
  filters: readonly (keyof StationFilters)[];
  onSettings: (settings: ViewSettings) => void;
  /** Stand before and after the search box. */
  children?: ReactNode;
  aside?: ReactNode;
};

/** Which stations a table shows, and in which order. One type of station is always chosen. */
export function FilterBar({ settings, filters, onSettings, children, aside }: FilterBarProps) {
  const { brand } = useConsole();
  const change = (changed: Partial<ViewSettings>) => onSettings({ ...settings, ...changed });
  const { sortInvert, stationType: chosen } = settings;

  return (
    <div className={styles.bar}>
      <ButtonGroup label="Station type" className={styles.types}>
        {stationType.options.map((type) => {
          const { label, icon } = stationTypeSigns[type];
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
      <ButtonGroup label="Sort">
        <ChoiceMenu
          name="Sort"
          icon={IconArrowsSort}
          labels={stationSortLabels}
          options={stationSort.options}
          value={settings.sort}
          onChange={(sort) => change({ sort })}
        />
        <IconButton
          icon={sortInvert ? IconSortDescending : IconSortAscending}
          label="Reverse order"
          aria-pressed={sortInvert}
          onClick={() => change({ sortInvert: !sortInvert })}
        />
      </ButtonGroup>
      <ChecklistMenu
        name="Filter"
        icon={IconFilter}
        labels={filterLabels(brand)}
        options={filters}
        checked={settings.filters}
        onToggle={(of) => change({ filters: { ...settings.filters, [of]: !settings.filters[of] } })}
      />
      {children}
      <SearchBox search={settings.search} onSearch={(search) => change({ search })} />
      <div className={styles.aside}>{aside}</div>
    </div>
  );
}
