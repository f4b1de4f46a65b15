import { useDeferredValue, useMemo, useState } from "react";
import { REFRESH_MS } from "@groundcrew/shared/lib";
import type { SessionUser } from "@groundcrew/shared/sessions";
import type { ViewSettings } from "@groundcrew/shared/stations";
import { sentenceOf } from "../api/index.ts";
import { useConsole } from "../console/index.ts";
import { Failed } from "../ui/index.ts";
import type { Fleet } from "./fleet.ts";
import { ListOrMap } from "./list-or-map.tsx";
import { ListSkeleton } from "./list-skeleton.tsx";
import { NoStations } from "./no-stations.tsx";
import { OldBanner } from "./old-banner.tsx";
import { PageHead } from "./page-head.tsx";
import { StationDialogs, type StationDialog } from "./station-dialogs.tsx";
import { sortedStations, viewOf, type StationView } from "./station-view.ts";
import { Toolbar } from "./toolbar.tsx";
import { partsFor, useFleet } from "./use-fleet.ts";
import { useServerNow } from "./use-server-now.ts";

type StationsPageProps = {
  user: SessionUser;
  settings: ViewSettings;
  onSettings: (settings: ViewSettings) => void;
};

export function StationsPage({ user, settings, onSettings }: StationsPageProps) {
  const { brand } = useConsole();
  const { fleet, error, isFetching, refresh } = useFleet({ user, parts: partsFor(settings.filters) });
  const now = useServerNow(fleet);
  const { view, shown } = useView(fleet, settings, now);
  const [dialog, setDialog] = useState<StationDialog | null>(null);
  const handleRefresh = () => void refresh("person");

  return (
    <>
      <title>{`Stations · ${brand.product}`}</title>
      <PageHead
        stats={view?.stats}
        fleet={fleet}
        view={settings.view}
        onView={(view) => onSettings({ ...settings, view })}
        onRefresh={handleRefresh}
        {...(user.can_admin && { onAdd: () => setDialog({ kind: "add" }) })}
      />
      <Toolbar settings={settings} isFetching={isFetching} onSettings={onSettings} />
      {fleet && <OldBanner of={fleet} shows="stations" everyMs={REFRESH_MS.station_list} onRefresh={handleRefresh} />}
      {view && fleet ? (
        <>
          {view.stats.total === 0 && <NoStations fleet={fleet} settings={settings} onSettings={onSettings} />}
          {view.stats.total > 0 && (
            <ListOrMap {...{ view, now, brand }} settings={shown} isAdmin={user.can_admin} onOpen={setDialog} />
          )}
        </>
      ) : error && !isFetching ? (
        <Failed sentence="The station list could not be loaded." reason={sentenceOf(error)} onReload={handleRefresh} />
      ) : (
        <ListSkeleton isAdmin={user.can_admin} />
      )}
      {dialog && (
        <StationDialogs
          open={dialog}
          isAdmin={user.can_admin}
          onRefresh={handleRefresh}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  );
}

/** A view, once there are stations, and the settings it was made by, which may lag behind those just chosen. */
type Shown = { view: StationView | undefined; shown: ViewSettings };

/** What the settings show of the fleet. Typing goes on while a long list is worked out. */
function useView(fleet: Fleet | undefined, settings: ViewSettings, now: number): Shown {
  const { brand } = useConsole();
  const wanted = useDeferredValue(settings);
  const stations = fleet?.stations;
  const loadedAt = fleet ? fleet.updatedAt + fleet.skewMs : 0;
  const { sort, sortInvert, time } = wanted;
  // Sorting and filtering thousands of stations takes longer than a keystroke may.
  const sorted = useMemo(
    () => stations && sortedStations(stations.values(), { sort, sortInvert, time, now: loadedAt }),
    [stations, loadedAt, sort, sortInvert, time],
  );
  const view = useMemo(() => sorted && viewOf(sorted, wanted, { now, brand }), [sorted, wanted, now, brand]);
  return { view, shown: wanted };
}
