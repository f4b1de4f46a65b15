import { MINUTE_MS } from "@groundcrew/shared/lib";
import { getStationNotices } from "@groundcrew/shared/link";
import { call } from "../api/index.ts";
import { useLiveQuery } from "../freshness/index.ts";

/** Notices about a station's numbers, polled every minute. */
export function useStationNotices(station: string) {
  const queryKey = ["station-notices", station] as const;
  return useLiveQuery(
    {
      queryKey,
      queryFn: async ({ signal }) => (await call(getStationNotices, { params: { station } }, { signal })).body,
    },
    MINUTE_MS,
  ).data;
}
