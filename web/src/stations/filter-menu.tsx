import { filterLabels, type StationFilters, type ViewSettings } from "@groundcrew/shared/stations";
import { IconFilter } from "@tabler/icons-react";
import { useConsole } from "../console/index.ts";
import { ChecklistMenu } from "../ui/index.ts";

type FilterMenuProps = {
  settings: ViewSettings;
  /** The filters to choose from. */
  filters: readonly (keyof StationFilters)[];
  onChange: (changed: Partial<ViewSettings>) => void;
};

export function FilterMenu({ settings, filters, onChange }: FilterMenuProps) {
  const { brand } = useConsole();
  return (
    <ChecklistMenu
      name="Filter"
      icon={IconFilter}
      labels={filterLabels(brand)}
      options={filters}
      checked={settings.filters}
      onToggle={(of) => onChange({ filters: { ...settings.filters, [of]: !settings.filters[of] } })}
    />
  );
}
