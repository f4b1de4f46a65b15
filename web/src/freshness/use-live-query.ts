import { useMemo, useSyncExternalStore } from "react";
import { hashKey, useQuery, useQueryClient, type QueryKey, type UseQueryOptions } from "@tanstack/react-query";
import { pageMs } from "../clock/index.ts";
import { useRefresh } from "../lib/index.ts";
import { respondedMs, observeFreshness, type Freshness } from "./freshness.ts";

/**
 * A query that is polled every `everyMs` while the page is visible, and its freshness. Loaded data stays when a later request
 * fails; `freshness` reports that.
 */
export function useLiveQuery<Data, Key extends QueryKey>(
  options: UseQueryOptions<Data, Error, Data, Key>,
  everyMs: number,
) {
  const client = useQueryClient();
  const queryHash = hashKey(options.queryKey);
  const { data, error, isFetching, isPlaceholderData, isEnabled, refetch } = useQuery({
    staleTime: everyMs,
    ...options,
  });
  const poll = () => void refetch({ cancelRefetch: false });
  useRefresh(everyMs, {
    refresh() {
      if (isEnabled) poll();
    },
    dueInMs() {
      const atMs = respondedMs(client, queryHash);
      return atMs === undefined ? everyMs : atMs + everyMs - pageMs();
    },
  });
  return {
    data,
    error,
    isFetching,
    isPlaceholderData,
    freshness: useFreshness(queryHash, everyMs),
    /** Requests now unless a request is running: a running request is never cancelled, however often this is called. */
    poll,
    /** Requests now, replacing a running request, whose response may be older than what was just saved. Failures are in `error`. */
    refetch: async (): Promise<void> => {
      await refetch();
    },
  };
}

function useFreshness(queryHash: string, everyMs: number): Freshness {
  const client = useQueryClient();
  const observer = useMemo(() => observeFreshness(client, queryHash, everyMs), [client, queryHash, everyMs]);
  return useSyncExternalStore(observer.subscribe, observer.snapshot);
}
