import { keepPreviousData, queryOptions, type Query, type QueryClient } from "@tanstack/react-query";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { listStations, type StationFilters } from "@groundcrew/shared/stations";
import { REFRESH_MS } from "@groundcrew/shared/lib";
import { call } from "../api/index.ts";
import { pageMs, serverNow } from "../clock/index.ts";
import { useLiveQuery } from "../freshness/index.ts";
import { mergeReply, type Answer, type Fleet, needsFullRefresh } from "./fleet.ts";

/** Parts of a station that are large, or not for everyone, and stations out of service: they come only where they are shown. */
export type FleetPart = "config" | "ssot" | "replaceables" | "retired";

/** Only the filters for them need configs and stations out of service. */
export function fleetPartsFor({ hasConfig, retired }: StationFilters): FleetPart[] {
  return [...(hasConfig ? (["config"] as const) : []), ...(retired ? (["retired"] as const) : [])];
}

type FleetOf = { user: SessionUser; parts: readonly FleetPart[] };

/**
 * The stations of the user, refreshed every minute while the page is shown. Those with other parts stand in while the wanted ones
 * are loaded.
 */
export function useFleet(of: FleetOf) {
  const {
    data: fleet,
    isPlaceholderData: isPlaceholder,
    refetch: refresh,
    ...query
  } = useLiveQuery({ ...fleetQuery(of), placeholderData: keepPreviousData }, REFRESH_MS.station_list);
  return { fleet, isPlaceholder, refresh, ...query };
}

/** Begins to load the stations list before there is anything to show it in. What goes wrong is in the query's own state. */
export function prefetchFleet(
  client: QueryClient,
  { user, filters }: { user: SessionUser; filters: StationFilters },
): void {
  void client.prefetchQuery(fleetQuery({ user, parts: fleetPartsFor(filters) }));
}

function fleetQuery({ user, parts }: FleetOf) {
  const queryKey = ["stations", user.email, parts.join()] as const;
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }) => {
      const fleet = await load(client.getQueryData<Fleet>(queryKey), { parts, signal });
      // The same stations with other parts are out of date from now on, and load again when they are shown next.
      const isOther = (other: Query) => other.queryKey[2] !== queryKey[2];
      await client.invalidateQueries({ queryKey: queryKey.slice(0, 2), predicate: isOther, refetchType: "none" });
      return fleet;
    },
    staleTime: REFRESH_MS.station_list,
    gcTime: Infinity,
    // The merge already keeps the identity of what did not change; comparing everything again is slow.
    structuralSharing: false,
  });
}

type Load = { parts: readonly FleetPart[]; signal: AbortSignal };

/** Loads what changed, or everything. */
async function load(fleet: Fleet | undefined, { parts, signal }: Load): Promise<Fleet> {
  const known = needsFullRefresh(fleet, pageMs()) ? undefined : fleet;
  const answer = await ask(known, { parts, signal });
  return mergeReply(fleet, answer, { pageMs: pageMs(), serverMs: serverNow() });
}

async function ask(since: Fleet | undefined, { parts, signal }: Load): Promise<Answer> {
  const query = {
    include_support_metrics: true,
    include_telemetry: true,
    ...(parts.includes("config") && { include_config: true }),
    ...(parts.includes("ssot") && { include_ssot: true }),
    ...(parts.includes("replaceables") && { include_replaceables: true }),
    ...(parts.includes("retired") && { include_retired: true }),
    ...(since?.asOf && { filter_online_after: since.asOf }),
  };
  const headers = since?.etag ? { "if-none-match": since.etag } : {};
  const reply = await call(listStations, { query, headers }, { signal });
  return {
    changes: reply.status === 304 ? null : reply.body,
    isWhole: since === undefined || reply.headers.get("x-whole") === "1",
    etag: reply.headers.get("etag"),
    asOf: reply.headers.get("x-as-of"),
  };
}
