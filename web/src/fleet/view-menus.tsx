import { IconArrowsSort, IconFilter, IconSortAscending, IconSortDescending } from "@tabler/icons-react";
import {
  filterLabels,
  isDescending as isSortDescending,
  stationSort,
  stationSortLabels,
  type StationFilters,
  type ViewSettings,
} from "@groundcrew/shared/stations";
import { useConsole } from "../console/index.ts";
import { ButtonGroup, ChecklistMenu, ChoiceMenu, IconButton } from "../ui/index.ts";

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
  maintenance: "maintenance",
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
export type HeadingSort = { label: string; isDescending: boolean; isReversed: boolean; onReverse: () => void };

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
