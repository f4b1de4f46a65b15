import { isDescending, stationSort, stationSortLabels, type ViewSettings } from "@groundcrew/shared/stations";
import { IconArrowsSort, IconSortAscending, IconSortDescending } from "@tabler/icons-react";
import { ButtonGroup, ChoiceMenu, IconButton } from "../ui/index.ts";

type SortMenuProps = { settings: ViewSettings; onChange: (changed: Partial<ViewSettings>) => void };

/** What stations are sorted by, and which way. */
export function SortMenu({ settings, onChange }: SortMenuProps) {
  const { sort, sortInvert } = settings;
  return (
    <ButtonGroup label="Sort">
      <ChoiceMenu
        name="Sort"
        icon={IconArrowsSort}
        labels={stationSortLabels}
        options={stationSort.options}
        value={sort}
        onChange={(sort) => onChange({ sort })}
      />
      <IconButton
        icon={isDescending(sort, sortInvert) ? IconSortDescending : IconSortAscending}
        label="Reverse order"
        aria-pressed={sortInvert}
        onClick={() => onChange({ sortInvert: !sortInvert })}
      />
    </ButtonGroup>
  );
}
