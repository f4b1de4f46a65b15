import { REFRESH_MS } from "@groundcrew/shared/lib";
import { listStations, stationWithSnapshot, type StationWithSnapshot } from "@groundcrew/shared/stations";
import { call } from "../api/index.ts";
import { useLiveQuery } from "../freshness/index.ts";

/** A station with the whole of its last snapshot; null when the server has no such station. */
type SnapshotOf = { station: StationWithSnapshot | null };

/** The last snapshot of a station, asked for again every 15 seconds. */
export function useSnapshot(name: string) {
  return useLiveQuery(
    {
      queryKey: ["snapshot", name],
      queryFn: async ({ signal }): Promise<SnapshotOf> => {
        const asked = { query: { station_name: name, include_telemetry: true }, headers: {} };
        const { body } = await call(listStations, asked, { signal });
        const [first] = body ?? [];
        // The list's items come in several shapes; that of one station alone has the whole snapshot.
        return { station: first && !("removed" in first) ? stationWithSnapshot.parse(first) : null };
      },
    },
    REFRESH_MS.station_page,
  );
}
