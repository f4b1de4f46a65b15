import { useQuery } from "@tanstack/react-query";
import { REFRESH_MS } from "@groundcrew/shared/lib";
import { listStations, stationWithSnapshot, type StationWithSnapshot } from "@groundcrew/shared/stations";
import { call } from "../api/index.ts";
import { useRefresh } from "../lib/index.ts";

/** A station with the whole of its last snapshot; null when the server has no such station. */
export type SnapshotOf = {
  station: StationWithSnapshot | null;
  /** When it was received (ms, this computer's clock). */
  receivedAt: number;
};

/** The last snapshot of a station, asked for again every 15 seconds. */
export function useSnapshot(name: string) {
  const query = useQuery({
    queryKey: ["snapshot", name],
    queryFn: async ({ signal }): Promise<SnapshotOf> => {
      const asked = { query: { station_name: name, include_telemetry: true }, headers: {} };
      const { body } = await call(listStations, asked, { signal, background: true });
      const [first] = body ?? [];
      // The list's items come in several shapes; that of one station alone has the whole snapshot.
      const station = first && !("removed" in first) ? stationWithSnapshot.parse(first) : null;
      return { station, receivedAt: Date.now() };
    },
    staleTime: REFRESH_MS.station_page,
  });
  useRefresh(REFRESH_MS.station_page, () => void query.refetch());
  return query;
}
