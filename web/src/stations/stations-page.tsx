import { useMemo, useState } from "react";
import { REFRESH_MS } from "@groundcrew/shared/lib";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { fleetStats, type ViewSettings } from "@groundcrew/shared/stations";
import { sentenceOf } from "../api/index.ts";
import { useConsole } from "../console/index.ts";
import { Failed } from "../ui/index.ts";
import { ListOrMap } from "./list-or-map.tsx";
import { ListSkeleton } from "./list-skeleton.tsx";
import { NoStations } from "./no-stations.tsx";
import { OldBanner } from "./old-banner.tsx";
import { PageHead } from "./page-head.tsx";
import { StationDialogs, type StationDialog } from "./station-dialogs.tsx";
import { Toolbar } from "./toolbar.tsx";
import { partsFor, useFleet } from "./use-fleet.ts";
import { useMatchingStations } from "./use-matching-stations.ts";
import { useServerNow } from "./use-server-now.ts";

type StationsPageProps = {
  user: SessionUser;
  settings: ViewSettings;
  onSettings: (settings: ViewSettings) => void;
};

export function StationsPage({ user, settings, onSettings }: StationsPageProps) {
  const { brand } = useConsole();
  const { fleet, error, isFetching, isStandIn, refresh } = useFleet({ user, parts: partsFor(settings.filters) });
  const now = useServerNow(fleet);
  const filterable = useMemo(() => (isStandIn ? withoutParts(settings) : settings), [isStandIn, settings]);
  const { stations, shown } = useMatchingStations(fleet, filterable, now);
  const stats = useMemo(() => stations && fleetStats(stations, shown.time, now), [stations, shown.time, now]);
  const [dialog, setDialog] = useState<StationDialog | null>(null);
  const handleRefresh = () => void refresh("person");

  return (
    <>
      <title>{`Stations · ${brand.product}`}</title>
      <PageHead
        stats={stats}
        fleet={fleet}
        view={settings.view}
        onView={(view) => onSettings({ ...settings, view })}
        onRefresh={handleRefresh}
        {...(user.can_admin && { onAdd: () => setDialog({ kind: "add" }) })}
      />
      <Toolbar settings={settings} isFetching={isFetching} onSettings={onSettings} />
      {fleet && <OldBanner of={fleet} shows="stations" everyMs={REFRESH_MS.station_list} onRefresh={handleRefresh} />}
      {stations && fleet ? (
        <>
          {stations.length === 0 && <NoStations fleet={fleet} settings={settings} onSettings={onSettings} />}
          {stations.length > 0 && (
            <ListOrMap {...{ stations, now, brand }} settings={shown} isAdmin={user.can_admin} onOpen={setDialog} />
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

/** Without the filter for what may not be there yet, which would hide every station. */
function withoutParts(settings: ViewSettings): ViewSettings {
  return { ...settings, filters: { ...settings.filters, hasConfig: false } };
}
