import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { CallFailure } from "./failure.ts";

/** What a conditional query caches: a value, and the entity tag of the reply that it was made from. */
export type Tagged<Value> = { value: Value; etag: string | null };

type Headers = { get(name: string): string | null };
type RepliedWith<Body> = { body: Body; headers: Headers };
type RequestOptions = { headers: { "if-none-match"?: string }; signal: AbortSignal };
type QueryContext = { client: QueryClient; signal: AbortSignal };

type ConditionalQuery<Key, Body, Value> = {
  queryKey: Key;
  /** Sends the request with the given headers. A reply without a body says that nothing has changed. */
  request: (options: RequestOptions) => Promise<RepliedWith<Body>>;
  /** What to keep of a new body. */
  read: (body: NonNullable<Body>, signal: AbortSignal) => Value | Promise<Value>;
};

/**
 * Options of a query that asks only for what has changed: it sends the entity tag of the cached reply, and keeps the cached value
 * when the server answers that nothing has changed (304).
 */
export function conditionalQuery<const Key extends QueryKey, Body, Value>(query: ConditionalQuery<Key, Body, Value>) {
  const { queryKey, request, read } = query;
  return {
    queryKey,
    queryFn: async ({ client, signal }: QueryContext): Promise<Tagged<Value>> => {
      const known = client.getQueryData<Tagged<Value>>(queryKey);
      const { body, headers } = await request({ headers: ifNoneMatch(known), signal });
      if (body !== null && body !== undefined) return { value: await read(body, signal), etag: headers.get("etag") };
      if (known) return known;
      throw new CallFailure(304, "The server sent no content.");
    },
  };
}

/** The header that asks for a reply only if it differs from the known one. */
export function ifNoneMatch(known: { etag: string | null } | undefined): RequestOptions["headers"] {
  return known?.etag ? { "if-none-match": known.etag } : {};
}
