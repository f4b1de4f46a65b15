import { MINUTE_MS } from "@groundcrew/shared/lib";
import { getMaintenance, listMaintenance } from "@groundcrew/shared/maintenance";
import { useQuery, useQueryClient } from "@tanstack/react-query";
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

/** A maintenance with what happened during it so far. */
export function useMaintenanceWindow({ station, id }: { station: string; id: number }) {
  return useQuery({
    queryKey: queryKeys.maintenanceWindow(station, id),
    queryFn: async ({ signal }) => (await call(getMaintenance, { params: { window: id }, query: {} }, { signal })).body,
  });
}

/** Requests again what shows the maintenance of a station. */
export function useMaintenanceRefresh(station: string): () => Promise<unknown> {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: queryKeys.maintenance(station) }),
      client.invalidateQueries({ queryKey: queryKeys.station(station) }),
    ]);
}
