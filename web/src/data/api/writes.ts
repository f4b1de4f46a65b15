import type { Endpoint, LiveTopic } from "@groundcrew/shared/contract";
import type { Query, QueryClient } from "@tanstack/react-query";
import { pageValue } from "../../page/index.ts";
import { requestAgain } from "./requests.ts";

/** A change of what some topics are about, at a station or anywhere. */
export type Change = { topics: readonly LiveTopic[]; station: string | null };

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: {
      /** True if the data does not depend on the user. */
      isPublic?: boolean;
      /** The topics of the data, and the station if it is about one. */
      topics?: readonly LiveTopic[];
      station?: string | null;
      /** The content of rows of stations, and whether the stream of live changes brings the rows that a write has changed. */
      listed?: readonly LiveTopic[];
      isPushed?: (client: QueryClient) => boolean;
    };
  }
}

const recorders = pageValue(() => new Set<Change[]>());

/** Records that a call may have changed something. */
export function recordWrite(
  { method, topics = [] }: Pick<Endpoint, "method" | "topics">,
  args: { params?: unknown; query?: unknown },
): void {
  if (method === "GET" || method === "HEAD" || topics.length === 0) return;
  for (const changes of recorders.get()) changes.push({ topics, station: stationOf(args) });
}

/** Runs something, and adds to `changes` what the calls made meanwhile may have changed, also if it fails. That can be more than it changed itself. */
export async function recordingWrites<Result>(changes: Change[], run: () => Promise<Result>): Promise<Result> {
  recorders.get().add(changes);
  try {
    return await run();
  } finally {
    recorders.get().delete(changes);
  }
}

/** Requests again what is displayed of something that this page has changed, and the rest when it is displayed next. Only queries that are meant. */
export async function reloadChanged(
  client: QueryClient,
  changes: readonly Change[],
  isMeant: (query: Query) => boolean,
): Promise<void> {
  if (changes.length === 0) return;
  await requestAgain(client, (query) => isMeant(query) && changes.some((change) => isChangedBy(client, query, change)));
}

/** Requests again what a call replied about a station, and what has the same topics. */
export async function reloadCall(client: QueryClient, { name, topics = [] }: Endpoint, station: string): Promise<void> {
  await requestAgain(
    client,
    (query) =>
      (query.queryKey[0] === name && query.meta?.station === station) ||
      isChangedBy(client, query, { topics, station }),
  );
}

function isChangedBy(client: QueryClient, query: Query, change: Change): boolean {
  return isConcerned(query, change) || isChangedList(client, query, change);
}

/** Whether a change concerns the data of a query. */
export function isConcerned({ meta }: Pick<Query, "meta">, { topics, station }: Change): boolean {
  if (!meta?.topics?.some((topic) => topics.includes(topic))) return false;
  return station === null || (meta.station ?? station) === station;
}

function isChangedList(client: QueryClient, query: Query, { topics }: Change): boolean {
  const { listed = [], isPushed } = query.meta ?? {};
  return listed.some((topic) => topics.includes(topic)) && !(query.isActive() && isPushed?.(client) === true);
}

/** The station that a call is about. */
export function stationOf({ params, query }: { params?: unknown; query?: unknown }): string | null {
  for (const part of [params, query]) {
    if (typeof part !== "object" || part === null) continue;
    const { station, station_name: name } = { station: undefined, station_name: undefined, ...part };
    const found: unknown = station ?? name;
    if (typeof found === "string") return found;
  }
  return null;
}
