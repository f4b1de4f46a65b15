import {
  keepPreviousData,
  queryOptions,
  useQuery,
  useQueryClient,
  type Query,
  type QueryClient,
} from "@tanstack/react-query";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { listStations, type StationFilters } from "@groundcrew/shared/stations";
import { REFRESH_MS } from "@groundcrew/shared/lib";
import { call, isLoggedOut, sentenceOf } from "../api/index.ts";
import { type RefreshCause, useRefresh } from "../lib/index.ts";
import { afterAnswer, afterFailure, needsWhole, type Answer, type Fleet } from "./fleet.ts";

/** Parts of a station that are large, or not for everyone, and stations out of service: they come only where they are shown. */
export type FleetPart = "config" | "ssot" | "replaceables" | "retired";

/** Only the filters for them need configs and stations out of service. */
export function partsFor({ hasConfig, retired }: StationFilters): FleetPart[] {
  return [...(hasConfig ? (["config"] as const) : []), ...(retired ? (["retired"] as const) : [])];
}

type FleetOf = { user: SessionUser; parts: readonly FleetPart[] };

/**
 * The stations of the user, refreshed every minute while the page is shown. Those with other parts stand in while the wanted ones
 * are loaded.
 */
export function useFleet(of: FleetOf) {
  const client = useQueryClient();
  const query = useQuery({ ...fleetQuery(of, "person"), placeholderData: keepPreviousData });

  async function refresh(cause: RefreshCause): Promise<void> {
    // What goes wrong is in the query's own state.
    await client.fetchQuery({ ...fleetQuery(of, cause), staleTime: 0 }).catch(() => undefined);
    // The same stations with other parts are older from now on: whoever turns to them is to see no less.
    const isOther = ({ queryKey }: Query) => queryKey[2] !== of.parts.join();
    await client.invalidateQueries({ queryKey: ["stations", of.user.email], predicate: isOther, refetchType: "none" });
  }

  useRefresh(REFRESH_MS.station_list, (cause) => void refresh(cause), query.data?.updatedAt);
  const { data: fleet, error, isFetching, isPlaceholderData: isStandIn } = query;
  return { fleet, error, isFetching, isStandIn, refresh };
}

/** Begins to load the stations list before there is anything to show it in. What goes wrong is in the query's own state. */
export function beginFleet(
  client: QueryClient,
  { user, filters }: { user: SessionUser; filters: StationFilters },
): void {
  void client.prefetchQuery(fleetQuery({ user, parts: partsFor(filters) }, "person"));
}

function fleetQuery(of: FleetOf, cause: RefreshCause) {
  const queryKey = ["stations", of.user.email, of.parts.join()] as const;
  return queryOptions({
    queryKey,
    queryFn: ({ client, signal }) => load(client.getQueryData<Fleet>(queryKey), { parts: of.parts, signal, cause }),
    staleTime: REFRESH_MS.station_list,
    gcTime: Infinity,
    // The merge already keeps the identity of what did not change; comparing everything again is slow.
    structuralSharing: false,
  });
}

type Load = { parts: readonly FleetPart[]; signal: AbortSignal; cause: RefreshCause };

/** Loads what changed, or everything. Once there is a fleet, a failure makes it older instead of making it go away. */
async function load(fleet: Fleet | undefined, { parts, signal, cause }: Load): Promise<Fleet> {
  const known = needsWhole(fleet, Date.now()) ? undefined : fleet;
  try {
    const answer = await ask(known, { parts, signal, background: cause === "timer" });
    return afterAnswer(fleet, answer, Date.now());
  } catch (error) {
    if (!fleet || signal.aborted || isLoggedOut(error)) throw error;
    return afterFailure(fleet, { sentence: sentenceOf(error), isAsked: cause === "person" });
  }
}

async function ask(
  since: Fleet | undefined,
  { parts, ...options }: { parts: readonly FleetPart[]; signal: AbortSignal; background: boolean },
): Promise<Answer> {
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
  const reply = await call(listStations, { query, headers }, options);
  return {
    changes: reply.status === 304 ? null : reply.body,
    isWhole: since === undefined || reply.headers.get("x-whole") === "1",
    etag: reply.headers.get("etag"),
    asOf: reply.headers.get("x-as-of"),
    date: reply.headers.get("date"),
  };
}
