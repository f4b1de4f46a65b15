import {
  isDescending as isSortDescending,
  stationSort,
  stationSortLabels,
  type ViewSettings,
} from "@groundcrew/shared/stations";
import { IconArrowsSort, IconSortAscending, IconSortDescending } from "@tabler/icons-react";
import { ButtonGroup, ChoiceMenu, IconButton } from "../ui/index.ts";

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
