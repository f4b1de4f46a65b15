import { defaultViewSettings, type ViewSettings } from "@groundcrew/shared/stations";
import { IconBuildingWarehouse, IconFilterOff } from "@tabler/icons-react";
import { Button, Empty } from "../ui/index.ts";
import type { Fleet } from "./fleet.ts";

type NoStationsProps = { fleet: Fleet; settings: ViewSettings; onSettings: (settings: ViewSettings) => void };

/** What stands in place of the list when it is empty. */
export function NoStations({ fleet, settings, onSettings }: NoStationsProps) {
  if (fleet.stations.size === 0) return <Empty icon={IconBuildingWarehouse} sentence="There are no stations yet." />;
  return <NoMatch settings={settings} onSettings={(next) => onSettings({ ...next, stationType: null })} />;
}

/** What stands in place of stations when the filters leave none; the type of station stays as it was chosen. */
export function NoMatch({ settings, onSettings }: Omit<NoStationsProps, "fleet">) {
  return (
    <Empty
      icon={IconFilterOff}
      sentence="No stations match your currently selected filters."
      action={<Button onClick={() => onSettings(unfiltered(settings))}>Reset filters</Button>}
    />
  );
}

/** The same view without anything that keeps stations away: the usual filters keep some away too. */
function unfiltered(settings: ViewSettings): ViewSettings {
  return { ...settings, search: "", filters: { ...defaultViewSettings.filters, actual: false } };
}
