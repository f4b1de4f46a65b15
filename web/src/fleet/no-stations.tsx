import { IconBuildingWarehouse, IconFilterOff } from "@tabler/icons-react";
import { defaultViewSettings, type ViewSettings } from "@groundcrew/shared/stations";
import { Button, Empty } from "../ui/index.ts";
import type { Fleet } from "./fleet.ts";

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
