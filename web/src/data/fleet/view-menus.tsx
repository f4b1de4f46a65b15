import { IconArrowsSort, IconFilter, IconSortAscending, IconSortDescending } from "@tabler/icons-react";
import {
  filterLabels,
  isDescending as isSortDescending,
  needsPart,
  stationFilters,
  stationSort,
  stationSortLabels,
  type ListPart,
  type StationFilters,
  type ViewSettings,
} from "@groundcrew/shared/stations";
import { useConsole } from "../../console/index.ts";
import { ButtonGroup, ChecklistMenu, ChoiceMenu, IconButton } from "../../ui/index.ts";

/** The help of a search for stations. */
export const SEARCHED_FIELDS =
  "Searches the serial number, deploy location, description and organization, and the name for terms of 4 or more characters.";

type FilterMenuProps = {
  value: StationFilters;
  /** The parts that the list cannot have here; filters that need one of them do not apply. */
  without?: readonly ListPart[] | undefined;
  onChange: (filters: StationFilters) => void;
};

const NO_PARTS = [] as const;

/** The menu of all filters. */
export function FilterMenu({ value, without = NO_PARTS, onChange }: FilterMenuProps) {
  const { brand } = useConsole();
  return (
    <ChecklistMenu
      name="Filter"
      icon={IconFilter}
      labels={filterLabels(brand)}
      options={stationFilters.filter((name) => !needsPart(name, without))}
      checked={value}
      onToggle={(name) => onChange({ ...value, [name]: !value[name] })}
    />
  );
}

/** A column that a table is sorted by because its heading was pressed. */
export type HeadingSort = { label: string; isDescending: boolean; isReversed: boolean; onReverse: () => void };

type Sort = Pick<ViewSettings, "sort" | "sortInvert">;

type SortMenuProps = {
  settings: Sort;
  /** The column that rows are sorted by instead of the sort of the settings. */
  heading?: HeadingSort | null;
  onChange: (changed: Partial<Sort>) => void;
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
