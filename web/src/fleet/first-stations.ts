import { queryOptions, useQuery, type QueryClient } from "@tanstack/react-query";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { listFirstStations, type Station, type ViewSettings } from "@groundcrew/shared/stations";
import { REFRESH_MS } from "@groundcrew/shared/lib";
import { call, queryKeys } from "../api/index.ts";
import { prefetchFleet } from "./use-fleet.ts";

/** More rows than a large window shows. */
const COUNT = 60;

type FirstOptions = { user: SessionUser; settings: ViewSettings };

/**
 * The stations that a list begins with, which arrive long before a large list. Undefined while they are not loaded, if only the whole list says
 * which they are, and unless they are wanted.
 */
export function useFirstStations({ isWanted, ...options }: FirstOptions & { isWanted: boolean }) {
  const enabled = isWanted && isKnownFirst(options.settings);
  const { data, isStale } = useQuery({ ...firstStationsQuery(options), enabled });
  return enabled && !isStale && data && data.length > 0 ? data : undefined;
}

/** Starts loading the stations list and the stations that it begins with before the page is rendered. Failures are in the queries' states. */
export function prefetchStations(client: QueryClient, options: FirstOptions): void {
  if (isKnownFirst(options.settings)) void client.prefetchQuery(firstStationsQuery(options));
  prefetchFleet(client, { user: options.user, filters: options.settings.filters });
}

/** Whether the server can say what a list begins with: only in the default order, and with some of the filters. */
function isKnownFirst({ view, sort, sortInvert, group, search, filters }: ViewSettings): boolean {
  if (view !== "list" || sort !== "default" || sortInvert || group !== "none" || search !== "") return false;
  return !filters.time && !filters.customer && !filters.hasConfig && !filters.retired;
}

function firstStationsQuery({ user, settings: { stationType, filters } }: FirstOptions) {
  const { actual, online, flagged, maintenance } = filters;
  const query = {
    count: COUNT,
    actual,
    online,
    flagged,
    maintenance,
    ...(stationType !== null && { station_type: stationType }),
  };
  return queryOptions({
    queryKey: queryKeys.firstStations(user.email, query),
    queryFn: async ({ signal }): Promise<readonly Station[]> =>
      (await call(listFirstStations, { query }, { signal })).body,
    staleTime: REFRESH_MS.station_list,
    gcTime: REFRESH_MS.station_list,
  });
}
