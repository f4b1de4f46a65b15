import { REFRESH_MS } from "@groundcrew/shared/lib";
import { listStations, stationWithSnapshot, type StationWithSnapshot } from "@groundcrew/shared/stations";
import { call, queryKeys } from "../api/index.ts";
import { useLiveQuery } from "../freshness/index.ts";

/** A station with its last snapshot; null when it does not exist. */
type SnapshotResult = { station: StationWithSnapshot | null };

/** A station's last snapshot, reloaded every 15 seconds. */
export function useSnapshot(name: string) {
  return useLiveQuery(
    {
      queryKey: queryKeys.snapshot(name),
      queryFn: async ({ signal }): Promise<SnapshotResult> => {
        const request = { query: { station_name: name, include_telemetry: true }, headers: {} };
        const { body } = await call(listStations, request, { signal });
        const [first] = body ?? [];
        // The list's items have several shapes; a list of one station has the complete snapshot.
        return { station: first && !("removed" in first) ? stationWithSnapshot.parse(first) : null };
      },
    },
    REFRESH_MS.station_page,
  );
}
