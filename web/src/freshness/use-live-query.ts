import { useMemo, useSyncExternalStore } from "react";
import { hashKey, useQuery, useQueryClient, type QueryKey, type UseQueryOptions } from "@tanstack/react-query";
import { pageMs } from "../clock/index.ts";
import { useRefresh } from "../lib/index.ts";
import { respondedMs, observeFreshness } from "./answers.ts";
import type { Freshness } from "./rule.ts";

/**
 * Something that is asked for again every `everyMs` while the page is shown, and how fresh it is. What was loaded stays when loading
 * it again fails; `freshness` says so.
 */
export function useLiveQuery<Data, Key extends QueryKey>(
  options: UseQueryOptions<Data, Error, Data, Key>,
  everyMs: number,
) {
  const client = useQueryClient();
  const queryHash = hashKey(options.queryKey);
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({ staleTime: everyMs, ...options });
  const poll = () => void refetch({ cancelRefetch: false });
  useRefresh(everyMs, {
    refresh: poll,
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
    /** Asks now unless an answer is on its way: a request is never given up for the next one, however often this is called. */
    poll,
    /** Asks now, and again if an answer is on its way, which may be older than what was just saved. What goes wrong is in `error`. */
    refetch: async (): Promise<void> => {
      await refetch();
    },
  };
}

function useFreshness(queryHash: string, everyMs: number): Freshness {
  const client = useQueryClient();
  const followed = useMemo(() => observeFreshness(client, queryHash, everyMs), [client, queryHash, everyMs]);
  return useSyncExternalStore(followed.subscribe, followed.snapshot);
}
