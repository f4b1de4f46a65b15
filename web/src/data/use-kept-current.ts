import { useEffect, useEffectEvent, useMemo, useSyncExternalStore } from "react";
import { hashKey, useQueryClient, type QueryKey } from "@tanstack/react-query";
import { isDue } from "./api/index.ts";
import { onSecond } from "./clock/index.ts";
import { observeFreshness, type Freshness } from "./freshness/index.ts";

/** A query that is requested again every `everyMs`; never if that is infinite. */
type Polled = {
  queryKey: QueryKey;
  everyMs: number;
  isEnabled: boolean;
  refetch: (options?: { cancelRefetch: boolean }) => Promise<unknown>;
};

/** Polls a query. Returns its freshness, and how to request it. */
export function useKeptCurrent(polled: Polled) {
  const { queryKey, everyMs, refetch } = polled;
  usePolls([polled]);
  return {
    freshness: useFreshness(hashKey(queryKey), everyMs),
    /** Requests now, replacing a running request, whose response may be older than what was just saved. Failures are in `error`. */
    refetch: async (): Promise<void> => {
      await refetch();
    },
  };
}

/**
 * Requests queries again that were last requested as long ago as their interval, but not while the page is hidden: then as soon as it is
 * visible again. A running request is never cancelled.
 */
export function usePolls(polled: readonly Polled[]): void {
  const cache = useQueryClient().getQueryCache();
  const pollDue = useEffectEvent(() => {
    for (const { queryKey, everyMs, isEnabled, refetch } of polled) {
      const query = cache.get(hashKey(queryKey));
      if (isEnabled && query && isDue(query, everyMs)) void refetch({ cancelRefetch: false });
    }
  });
  useEffect(() => onSecond(() => pollDue()), []);
}

function useFreshness(queryHash: string, everyMs: number): Freshness {
  const client = useQueryClient();
  const observer = useMemo(() => observeFreshness(client, queryHash, everyMs), [client, queryHash, everyMs]);
  return useSyncExternalStore(observer.subscribe, observer.snapshot);
}
