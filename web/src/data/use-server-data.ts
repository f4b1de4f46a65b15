import { useCallback } from "react";
import { keepPreviousData, useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import type { Content } from "@groundcrew/shared/contract";
import { MINUTE_MS } from "@groundcrew/shared/lib";
import {
  queryOf,
  reloadCall,
  serverQuery,
  type Kept,
  type OtherEndpoint,
  type QueryArgs,
  type Reading,
  type ServerQuery,
} from "./api/index.ts";
import { useKeptCurrent } from "./use-kept-current.ts";

type Options<Value> = {
  /** False if nothing is requested now. */
  enabled?: boolean | (() => boolean);
  /** Whether what was displayed before stays while other data is loading. */
  keepsPrevious?: boolean;
  /** True for what is beside the subject of a page, such as a badge: it is requested at most every minute. */
  isSecondary?: boolean;
  /** Whether the data says that it will change soon: then it is requested at the call's shorter interval. */
  isChanging?: (value: Value) => boolean;
  /** False if new data is not compared with the data before, part by part. */
  structuralSharing?: false;
  /** How long it is kept when it is not displayed (ms). */
  gcTime?: number;
};

/**
 * The content of a call's reply, kept current while it is displayed: by live changes of the topics that the call declares, and by requests at its
 * interval. It stays when a later request fails, and `freshness` reports that. Without arguments nothing is requested.
 */
export function useServerData<E extends OtherEndpoint>(
  endpoint: E,
  args: QueryArgs<E> | null,
  { nameInCache, ...options }: Options<Content<E>> & { nameInCache?: unknown } = {},
) {
  return useQueryData(serverQuery(endpoint, args, { nameInCache }), options);
}

/** Data that is made from the replies of a call, kept current like them. */
export function useServerValue<E extends OtherEndpoint, Value>(
  endpoint: E,
  args: QueryArgs<E> | null,
  options: Options<Value> & Reading<E, Value>,
) {
  return useQueryData(queryOf<E, Value>(endpoint, args, options), options);
}

function useQueryData<Value>(
  query: ServerQuery<Value>,
  { keepsPrevious = false, isSecondary = false, isChanging, enabled = true, structuralSharing, gcTime }: Options<Value>,
) {
  const declaredMs = isSecondary ? Math.max(query.staleTime, MINUTE_MS) : query.staleTime;
  const { data, error, isFetching, isPending, isPlaceholderData, isEnabled, refetch } = useQuery({
    ...query,
    staleTime: declaredMs,
    select: valueOf,
    enabled: query.isComplete && enabled,
    ...(structuralSharing !== undefined && { structuralSharing }),
    ...(gcTime !== undefined && { gcTime }),
    ...(keepsPrevious && { placeholderData: keepPreviousData<Kept<Value>> }),
  });
  const everyMs = data !== undefined && isChanging?.(data) === true ? query.changingMs : declaredMs;
  const current = useKeptCurrent({ queryKey: query.queryKey, everyMs, isEnabled, refetch });
  return { data, error, isFetching, isPending, isPlaceholderData, ...current };
}

function valueOf<Value>({ value }: Kept<Value>): Value {
  return value;
}

/** Requests the content of a call's reply now. */
export async function fetchServerData<E extends OtherEndpoint>(
  client: QueryClient,
  endpoint: E,
  args: QueryArgs<E>,
): Promise<Content<E>> {
  return (await client.query({ ...serverQuery(endpoint, args), staleTime: 0 })).value;
}

/** Requests again what a call replied about a station, and what has the same topics, where it is displayed. */
export function useReload(): (endpoint: OtherEndpoint, station: string) => Promise<void> {
  const client = useQueryClient();
  return useCallback((endpoint, station) => reloadCall(client, endpoint, station), [client]);
}

/** The stored replies of a call about a station. */
export function knownValues<Value>(client: QueryClient, { name }: OtherEndpoint, station: string): Value[] {
  const found = client.getQueriesData<Kept<Value>>({
    predicate: ({ queryKey, meta }) => queryKey[0] === name && meta?.station === station,
  });
  return found.flatMap(([, kept]) => (kept ? [kept.value] : []));
}
