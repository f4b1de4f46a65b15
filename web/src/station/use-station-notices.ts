import { MINUTE_MS } from "@groundcrew/shared/lib";
import { getStationNotices } from "@groundcrew/shared/link";
import { call, queryKeys } from "../api/index.ts";
import { useLiveQuery } from "../freshness/index.ts";

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
