import { contentOf, type Args, type Content } from "@groundcrew/shared/contract";
import { MINUTE_MS, SECOND_MS } from "@groundcrew/shared/lib";
import type { QueryClient, QueryMeta } from "@tanstack/react-query";
import { call, type OtherEndpoint, type RequestParts } from "./call.ts";
import { CallFailure } from "./failure.ts";
import { stationOf } from "./writes.ts";

export type CallArgs<E extends OtherEndpoint> = Args<E> & RequestParts;

/** The arguments of a call; a function where they depend on the time. */
export type QueryArgs<E extends OtherEndpoint> = CallArgs<E> | (() => CallArgs<E>);

type QueryContext<Value> = { signal: AbortSignal; client: QueryClient; known: Value | undefined };

type Named = {
  /** Names the data where the arguments do not: they depend on the time, or something else is read from the same reply. */
  nameInCache?: unknown;
};

/** How data is made from replies: by reading each, or where one call is not enough, by any calls. */
export type Reading<E extends OtherEndpoint, Value> = Named &
  (
    | { read: (content: Content<E>, context: QueryContext<Value>) => Value | Promise<Value> }
    | { load: (context: QueryContext<Value>) => Promise<Value> }
  );

/** A stored reply: its value, and the entity tag with which it is requested again. */
export type Kept<Value> = { value: Value; etag: string | null };

/** The beginning of the keys of all queries of a call, or of those with some parameters. */
export function keyOf({ name }: Pick<OtherEndpoint, "name">, params?: unknown): readonly unknown[] {
  return params === undefined ? [name] : [name, params];
}

/** The query of data on the server. Not complete if its arguments are not known yet. */
export type ServerQuery<Value> = {
  queryKey: readonly unknown[];
  queryFn: (context: { client: QueryClient; signal: AbortSignal }) => Promise<Kept<Value>>;
  staleTime: number;
  /** How often it is requested while it will change soon (ms). */
  changingMs: number;
  meta: QueryMeta;
  isComplete: boolean;
};

/** The query of a call's content. If its replies have entity tags, they are sent only if they have changed. */
export function serverQuery<E extends OtherEndpoint>(endpoint: E, args: QueryArgs<E> | null, options: Named = {}) {
  return queryOf<E, Content<E>>(endpoint, args, { ...options, read: (content) => content });
}

/** The query of data that is made from the replies of a call. */
export function queryOf<E extends OtherEndpoint, Value>(
  endpoint: E,
  args: QueryArgs<E> | null,
  reading: Reading<E, Value>,
): ServerQuery<Value> {
  const argsNow = () => (typeof args === "function" ? args() : args);
  const identity = identityOf(endpoint, { ...argsNow() }, reading);
  const { queryKey } = identity;
  async function queryFn({ client, signal }: { client: QueryClient; signal: AbortSignal }): Promise<Kept<Value>> {
    const known = client.getQueryData<Kept<Value>>(queryKey);
    const context = { client, signal, known: known?.value };
    if ("load" in reading) return { value: await reading.load(context), etag: null };
    const sent = argsNow();
    if (sent === null) throw new CallFailure(null, "Nothing is to be requested.");
    const reply = await call(endpoint, known?.etag ? { ...sent, headers: ifNoneMatch(known) } : sent, { signal });
    const received = contentOf<E>(reply);
    if (received) return { value: await reading.read(received.content, context), etag: reply.headers.get("etag") };
    if (known) return known;
    throw new CallFailure(304, "The server sent no content.");
  }
  return { ...identity, queryFn, isComplete: args !== null };
}

/** The key of a call's query, and what makes its data outdated: what the call declares, or every minute. */
export function identityOf(endpoint: OtherEndpoint, args: RequestParts, { nameInCache }: Named) {
  const { topics = [], refreshMs: staleTime = MINUTE_MS, changingRefreshMs: changingMs = 10 * SECOND_MS } = endpoint;
  const queryKey = [...keyOf(endpoint, args.params ?? null), nameInCache ?? args.query ?? null];
  return { queryKey, staleTime, changingMs, meta: { topics, station: stationOf(args) } };
}

/** The header that requests a response only if it differs from the known one. */
export function ifNoneMatch(known: { etag: string | null } | undefined): { "if-none-match"?: string } {
  return known?.etag ? { "if-none-match": known.etag } : {};
}
