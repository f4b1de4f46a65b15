import { keepPreviousData, queryOptions, type Query, type QueryClient } from "@tanstack/react-query";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { listStations, type StationFilters } from "@groundcrew/shared/stations";
import { REFRESH_MS, SECOND_MS } from "@groundcrew/shared/lib";
import { call, ifNoneMatch, queryKeys } from "../api/index.ts";
import { pageMs, serverNow } from "../clock/index.ts";
import { useLiveQuery } from "../freshness/index.ts";
import { mergeResponse, type FleetResponse, type Fleet, needsFullRefresh } from "./fleet.ts";

/** Parts of a station that are large or not for everyone, and retired stations. They are requested only where they are shown. */
export type FleetPart = "config" | "ssot" | "replaceables" | "retired";

/** Configs and retired stations are needed only by their filters. */
export function fleetPartsFor({ hasConfig, retired }: StationFilters): FleetPart[] {
  return [...(hasConfig ? (["config"] as const) : []), ...(retired ? (["retired"] as const) : [])];
}

type FleetOptions = { user: SessionUser; parts: readonly FleetPart[] };

/**
 * The user's stations, refreshed every minute while the page is visible. While other parts are loading, the stations with the
 * previous parts are shown.
 */
export function useFleet(options: FleetOptions) {
  const {
    data: fleet,
    isPlaceholderData: isPlaceholder,
    refetch: refresh,
    ...query
  } = useLiveQuery({ ...fleetQuery(options), placeholderData: keepPreviousData }, REFRESH_MS.station_list);
  return { fleet, isPlaceholder, refresh, ...query };
}

/** Starts loading the stations list before the page is rendered. Failures are in the query's own state. */
export function prefetchFleet(
  client: QueryClient,
  { user, filters }: { user: SessionUser; filters: StationFilters },
): void {
  void client.prefetchQuery(fleetQuery({ user, parts: fleetPartsFor(filters) }));
}

function fleetQuery({ user, parts }: FleetOptions) {
  const queryKey = queryKeys.stations.list(user.email, parts.join());
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }) => {
      const fleet = await load(client.getQueryData<Fleet>(queryKey), { parts, signal });
      // Cached lists with other parts are now outdated, and are loaded again when they are shown next.
      const isOther = (other: Query) => other.queryKey[2] !== queryKey[2];
      await client.invalidateQueries({
        queryKey: queryKeys.stations.forUser(user.email),
        predicate: isOther,
        refetchType: "none",
      });
      return fleet;
    },
    staleTime: REFRESH_MS.station_list,
    gcTime: Infinity,
    // The merge already keeps the identity of unchanged stations, and comparing everything again is slow.
    structuralSharing: false,
  });
}

type LoadOptions = { parts: readonly FleetPart[]; signal: AbortSignal };

/** Loads the changes, or everything. */
async function load(fleet: Fleet | undefined, { parts, signal }: LoadOptions): Promise<Fleet> {
  const known = needsFullRefresh(fleet, pageMs()) ? undefined : fleet;
  const response = await requestChanges(known, { parts, signal });
  return mergeResponse(fleet, response, { pageMs: pageMs(), serverMs: serverNow() });
}

async function requestChanges(since: Fleet | undefined, { parts, signal }: LoadOptions): Promise<FleetResponse> {
  const query = {
    include_support_metrics: true,
    include_telemetry: true,
    ...(parts.includes("config") && { include_config: true }),
    ...(parts.includes("ssot") && { include_ssot: true }),
    ...(parts.includes("replaceables") && { include_replaceables: true }),
    ...(parts.includes("retired") && { include_retired: true }),
    ...(since?.asOf && { filter_online_after: since.asOf, compact: true }),
  };
  const response = await call(listStations, { query, headers: ifNoneMatch(since) }, { signal });
  return {
    changes: response.status === 304 ? null : response.body,
    isFull: since === undefined || response.headers.get("x-full") === "1",
    etag: response.headers.get("etag"),
    asOf: response.headers.get("x-as-of"),
    ageMs: Number(response.headers.get("age") ?? 0) * SECOND_MS,
  };
}
