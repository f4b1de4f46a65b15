import { filterLabels, type StationFilters, type ViewSettings } from "@groundcrew/shared/stations";
import { IconFilter } from "@tabler/icons-react";
import { useConsole } from "../console/index.ts";
import { ChecklistMenu } from "../ui/index.ts";

type FilterMenuProps = {
  settings: ViewSettings;
  /** Filters that do not apply here. */
  without?: readonly (keyof StationFilters)[] | undefined;
  onChange: (changed: Partial<ViewSettings>) => void;
};

const FILTERS = [
  "time",
  "actual",
  "customer",
  "online",
  "hasConfig",
  "flagged",
  "retired",
] as const satisfies readonly (keyof StationFilters)[];

export function FilterMenu({ settings, without, onChange }: FilterMenuProps) {
  const { brand } = useConsole();
  return (
    <ChecklistMenu
      name="Filter"
      icon={IconFilter}
      labels={filterLabels(brand)}
      options={FILTERS.filter((of) => !without?.includes(of))}
      checked={settings.filters}
      onToggle={(of) => onChange({ filters: { ...settings.filters, [of]: !settings.filters[of] } })}
    />
  );
}
