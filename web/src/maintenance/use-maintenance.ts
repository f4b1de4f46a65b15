import { listAlerts } from "@groundcrew/shared/alerts";
import { MINUTE_MS } from "@groundcrew/shared/lib";
import { getMaintenance, listMaintenance } from "@groundcrew/shared/maintenance";
import { useQueryClient } from "@tanstack/react-query";
import { call, queryKeys } from "../api/index.ts";
import { useLiveQuery } from "../freshness/index.ts";

/** The maintenance of a station: under way, planned, and past. */
export function useMaintenance(station: string) {
  return useLiveQuery(
    {
      queryKey: queryKeys.maintenance(station),
      queryFn: async ({ signal }) => (await call(listMaintenance, { query: { station } }, { signal })).body,
    },
    MINUTE_MS,
  );
}

/** A maintenance with what happened during it so far; nothing without one. */
export function useMaintenanceWindow(window: { station: string; id: number } | undefined) {
  const { station, id } = window ?? { station: "", id: 0 };
  return useLiveQuery(
    {
      queryKey: queryKeys.maintenanceWindow(station, id),
      queryFn: async ({ signal }) =>
        (await call(getMaintenance, { params: { window: id }, query: {} }, { signal })).body,
      enabled: window !== undefined,
    },
    MINUTE_MS,
  );
}

/**
 * The alerts of a station: those that its maintenance suppresses, or those that it would suppress; at most 100. Undefined while they are loading, and
 * without a station.
 */
export function useStationAlerts(station: string | undefined, which: "suppressed" | "active") {
  const section = which === "suppressed" ? { section: "maintenance" as const } : {};
  return useLiveQuery(
    {
      queryKey: queryKeys.alerts.ofStation(station ?? "", which),
      queryFn: async ({ signal }) =>
        (await call(listAlerts, { query: { ...section, ...(station !== undefined && { station }) } }, { signal })).body
          .alerts,
      enabled: station !== undefined,
    },
    MINUTE_MS,
  ).data;
}

/** Requests again what shows the maintenance of stations. */
export function useMaintenanceRefresh(stations: readonly string[]): () => Promise<unknown> {
  const client = useQueryClient();
  const keys = stations.flatMap((station) => [queryKeys.maintenance(station), queryKeys.station(station)]);
  return () => Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}
