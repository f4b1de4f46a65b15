import { useMemo, useSyncExternalStore } from "react";
import { hashKey, useQueryClient, type QueryKey } from "@tanstack/react-query";
import { pageMs } from "./clock/index.ts";
import { observeFreshness, respondedMs, type Freshness } from "./freshness/index.ts";
import { useRefresh } from "../lib/index.ts";

type Polled = {
  queryKey: QueryKey;
  everyMs: number;
  isEnabled: boolean;
  refetch: (options?: { cancelRefetch: boolean }) => Promise<unknown>;
};

/** Polls a query every `everyMs` while the page is visible. Returns its freshness, and how to request it. */
export function useKeptCurrent({ queryKey, everyMs, isEnabled, refetch }: Polled) {
  const client = useQueryClient();
  const queryHash = hashKey(queryKey);
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
