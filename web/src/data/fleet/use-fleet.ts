import { useCallback, useEffect, useMemo, useSyncExternalStore } from "react";
import {
  hashKey,
  keepPreviousData,
  queryOptions,
  useQueryClient,
  type Query,
  type QueryClient,
  useQuery,
} from "@tanstack/react-query";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { revisionsTag } from "@groundcrew/shared/live";
import { hashBuckets, listStations, partsFor, type Station, type StationFilters } from "@groundcrew/shared/stations";
import { REFRESH_MS, SECOND_MS } from "@groundcrew/shared/lib";
import { call, ifNoneMatch } from "../api/index.ts";
import { pageMs, serverNow } from "../clock/index.ts";

import { nextTask } from "../../lib/index.ts";
import { mergeResponse, type FleetResponse, type Fleet, needsFullRefresh } from "./fleet.ts";
import { liveListsOf } from "./live-lists.ts";
import type { ListPart } from "@groundcrew/shared/stations";
import { stationsKey } from "./parts.ts";
import { useKeptCurrent } from "../index.ts";

type FleetOptions = {
  user: SessionUser;
  parts: readonly ListPart[];
  /** The list is requested only after this, because something else is more urgent. */
  startAfter?: Promise<void>;
};

/**
 * The user's stations, kept current by live changes and verified every minute while the page is visible, or refreshed then if there are
 * no live changes. While other parts are loading, the stations with the previous parts are shown.
 */
export function useFleet({ isWanted = true, ...options }: FleetOptions & { isWanted?: boolean }) {
  const query = fleetQuery(options);
  useLiveList(isWanted ? hashKey(query.queryKey) : null);
  const shown = { ...query, enabled: isWanted, placeholderData: keepPreviousData };
  const { data: fleet, error, isFetching, ...state } = useQuery(shown);
  const { isPlaceholderData: isPlaceholder, isEnabled, refetch } = state;
  const polled = { queryKey: query.queryKey, everyMs: REFRESH_MS.station_list, isEnabled, refetch };
  const { refetch: refresh, ...current } = useKeptCurrent(polled);
  const lists = liveListsOf(useQueryClient());
  useEffect(() => lists.displayed(fleet), [lists, fleet]);
  return { fleet, error, isFetching, isPlaceholder, refresh, ...current };
}

/** Keeps a list current by live changes while it is displayed; null for none. */
function useLiveList(queryHash: string | null): void {
  const lists = liveListsOf(useQueryClient());
  useEffect(() => (queryHash === null ? undefined : lists.show(queryHash)), [lists, queryHash]);
}

/** A row of a displayed list: the newest one that was received, which the list as a whole may not have yet. */
export function useNewestRow(row: Station): Station {
  const { newestRows } = liveListsOf(useQueryClient());
  const { name } = row;
  const subscribe = useCallback((listener: () => void) => newestRows.subscribe(name, listener), [newestRows, name]);
  const newest = useSyncExternalStore(subscribe, () => newestRows.of(name));
  return useMemo(() => (newest ? { ...row, ...newest } : row), [row, newest]);
}

/** Starts loading the stations list before the page is rendered. Failures are in the query's own state. */
export function prefetchFleet(
  client: QueryClient,
  { filters, ...options }: Omit<FleetOptions, "parts"> & { filters: StationFilters },
): void {
  void client.query(fleetQuery({ ...options, parts: partsFor(filters) })).catch(() => {});
}

/** The content of rows. */
export const LISTED = ["station", "ssot", "errors", "support_log"] as const;

function fleetQuery({ user, parts, startAfter }: FleetOptions) {
  const queryKey = [...stationsKey, user.email, parts.join()];
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }) => {
      await startAfter;
      const known = () => client.getQueryData<Fleet>(queryKey);
      const lists = liveListsOf(client);
      const isPushed = lists.isPushed(hashKey(queryKey));
      const fleet = lists.caughtUp(await load(known, { parts, isPushed, signal }), parts);
      // Cached lists with other parts are now outdated, and are loaded again when they are shown next. Those that are shown are kept current.
      const isOther = (other: Query) => other.queryKey[2] !== queryKey[2];
      await client.invalidateQueries({
        queryKey: [...stationsKey, user.email],
        type: "inactive",
        predicate: isOther,
        refetchType: "none",
      });
      return fleet;
    },
    staleTime: REFRESH_MS.station_list,
    gcTime: Infinity,
    meta: { listed: LISTED, isPushed: (client) => liveListsOf(client).isPushed(hashKey(queryKey)) },
    // The merge already keeps the identity of unchanged stations, and comparing everything again is slow.
    structuralSharing: false,
  });
}

function revisionsOf({ stations }: Fleet): number[] {
  return Array.from(stations.rows.values(), ({ rev }) => rev);
}

const hashes = new WeakMap<ReadonlyMap<string, Station>, string>();

/** The hashes of a list's rows, which most refreshes do not change. */
function hashesOf(rows: ReadonlyMap<string, Station>): string {
  const known = hashes.get(rows) ?? hashBuckets([...rows.values()]);
  hashes.set(rows, known);
  return known;
}

/** The stream of live changes has all changes of a list that `isPushed`, so that only its content has to be verified. */
type LoadOptions = { parts: readonly ListPart[]; isPushed: boolean; signal: AbortSignal };

/** Loads the changes, or everything. The list may change meanwhile. */
async function load(current: () => Fleet | undefined, options: LoadOptions): Promise<Fleet> {
  const fleet = current();
  const since = needsFullRefresh(fleet, pageMs()) ? undefined : fleet;
  const response = await requestChanges(since, options);
  // Merging a long list takes a while, and so did parsing the end of it.
  if (response.isFull) await nextTask();
  return mergeResponse(current(), response, { pageMs: pageMs(), serverMs: serverNow() });
}

async function requestChanges(
  since: Fleet | undefined,
  { parts, isPushed, ...options }: LoadOptions,
): Promise<FleetResponse> {
  const query = {
    include_support_metrics: true,
    include_telemetry: true,
    ...(parts.includes("config") && { include_config: true }),
    ...(parts.includes("ssot") && { include_ssot: true }),
    ...(parts.includes("replaceables") && { include_replaceables: true }),
    ...(parts.includes("retired") && { include_retired: true }),
    ...(since?.asOf && {
      filter_online_after: since.asOf,
      compact: true,
      known: hashesOf(since.stations.rows),
    }),
  };
  const verifying = since && isPushed && !since.isInDoubt ? { etag: revisionsTag(revisionsOf(since)) } : undefined;
  const response = await call(listStations, { query, headers: ifNoneMatch(verifying ?? since) }, options);
  const isUnchanged = response.status === 304;
  return {
    changes: isUnchanged ? null : response.body,
    // A list whose revisions are the server's is complete.
    isFull: since === undefined || response.headers.get("x-full") === "1" || (isUnchanged && verifying !== undefined),
    // A tag of revisions says nothing about readings, so it is not kept for when the stream is lost.
    etag: isUnchanged ? null : response.headers.get("etag"),
    asOf: response.headers.get("x-as-of"),
    ageMs: Number(response.headers.get("age") ?? 0) * SECOND_MS,
  };
}
