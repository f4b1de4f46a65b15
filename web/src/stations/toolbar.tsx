import type { Brand } from "@groundcrew/shared/brand";
import { timeWindow, timeWindowLabels } from "@groundcrew/shared/lib";
import {
  filterLabels,
  stationGroup,
  stationGroupLabels,
  stationSort,
  stationSortLabels,
  type StationFilters,
  type ViewSettings,
} from "@groundcrew/shared/stations";
import {
  IconArrowsSort,
  IconCalendarTime,
  IconFilter,
  IconLink,
  IconSortAscending,
  IconSortDescending,
  IconStack2,
} from "@tabler/icons-react";
import { copyText } from "../lib/index.ts";
import { ButtonGroup, ChecklistMenu, ChoiceMenu, IconButton, Spinner, toast } from "../ui/index.ts";
import { SearchBox } from "./search-box.tsx";
import styles from "./toolbar.module.css";
import { TypeToggles } from "./type-toggles.tsx";

type ToolbarProps = {
  settings: ViewSettings;
  brand: Brand;
  isFetching: boolean;
  onSettings: (settings: ViewSettings) => void;
};

const filters = [
  "time",
  "actual",
  "customer",
  "online",
  "hasConfig",
  "flagged",
  "retired",
] as const satisfies readonly (keyof StationFilters)[];

/** Everything that decides which stations are listed, and how. */
export function Toolbar({ settings, brand, isFetching, onSettings }: ToolbarProps) {
  const change = (changed: Partial<ViewSettings>) => onSettings({ ...settings, ...changed });
  const { sortInvert } = settings;

  return (
    <div className={styles.toolbar}>
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
          icon={sortInvert ? IconSortAscending : IconSortDescending}
          label="Reverse order"
          aria-pressed={sortInvert}
          onClick={() => change({ sortInvert: !sortInvert })}
        />
      </ButtonGroup>
      <ChoiceMenu
        name="Group"
        icon={IconStack2}
        labels={stationGroupLabels}
        options={stationGroup.options}
        value={settings.group}
        onChange={(group) => change({ group })}
      />
      <ChecklistMenu
        name="Filter"
        icon={IconFilter}
        labels={filterLabels(brand)}
        options={filters}
        checked={settings.filters}
        onToggle={(of) => change({ filters: { ...settings.filters, [of]: !settings.filters[of] } })}
      />
      <ChoiceMenu
        name="Time"
        icon={IconCalendarTime}
        labels={timeWindowLabels}
        options={timeWindow.options}
        value={settings.time}
        onChange={(time) => change({ time })}
      />
      <IconButton icon={IconLink} label="Copy a link to this view" onClick={() => void copyLink()} />
      <div className={styles.types}>
        <TypeToggles chosen={settings.stationType} onChoose={(stationType) => change({ stationType })} />
        <span className={styles.spinner} title={isFetching ? "Refreshing" : undefined}>
          {isFetching && <Spinner />}
        </span>
      </div>
      <SearchBox search={settings.search} onSearch={(search) => change({ search })} />
    </div>
  );
}

/** The address already holds every setting that is not the usual one. */
async function copyLink(): Promise<void> {
  if (await copyText(window.location.href)) toast("success", "Copied link to clipboard");
  else toast("danger", "This browser does not allow copying here. The link is in the address bar.");
}
