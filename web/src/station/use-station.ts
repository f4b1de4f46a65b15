import { MINUTE_MS, REFRESH_MS } from "@groundcrew/shared/lib";
import { getStation } from "@groundcrew/shared/stations";
import { call, conditionalQuery, queryKeys } from "../api/index.ts";
import { useLiveQuery } from "../freshness/index.ts";
import { getStationNotices } from "@groundcrew/shared/link";
import { useQuery } from "@tanstack/react-query";
import { getStationTypes, type StationTypes } from "@groundcrew/shared/station-types";

/** One station, polled every 15 seconds while the page is visible. */
export function useStation(name: string) {
  const { data, refetch, ...query } = useLiveQuery(stationQuery(name), REFRESH_MS.station_page);
  return { station: data?.value, ...query, refresh: () => void refetch(), reload: refetch };
}

/** One station as its page shows it. */
export function stationQuery(name: string) {
  return {
    ...conditionalQuery({
      queryKey: queryKeys.station(name),
      request: ({ headers, signal }) =>
        call(getStation, { params: { station: name }, query: PARTS, headers }, { signal }),
      read: (station) => station,
    }),
    gcTime: MINUTE_MS,
  };
}

/** The parts of a station that its page shows. */
const PARTS = { include_support_metrics: true, include_telemetry: true, include_config: true, include_ssot: true };

/** Notices about a station's numbers, polled every minute. */
export function useStationNotices(station: string) {
  return useLiveQuery(
    {
      queryKey: queryKeys.stationNotices(station),
      queryFn: async ({ signal }) => (await call(getStationNotices, { params: { station } }, { signal })).body,
    },
    MINUTE_MS,
  ).data;
}

/** The metadata of all station types, loaded once. */
export function useStationTypes() {
  return useQuery({
    queryKey: queryKeys.stationTypes,
    queryFn: async ({ signal }): Promise<StationTypes> => (await call(getStationTypes, {}, { signal })).body,
    staleTime: Infinity,
  });
}
