import { useQuery } from "@tanstack/react-query";
import { listOlderConfigs, prepareConfigs, type RevisionOfStation } from "@groundcrew/shared/configs";
import { MINUTE_MS } from "@groundcrew/shared/lib";
import type { StationType } from "@groundcrew/shared/telemetry";
import { call } from "../../api/index.ts";

type Page = { configs: RevisionOfStation[]; next: string | null };

/** Revisions change seldom, and the latest of each station comes with the station. */
const STALE_MS = 10 * MINUTE_MS;

/** Revisions worked out in one go: some milliseconds. */
const CHUNK = 100;

/**
 * The revisions before the latest of the stations of a type, by station. They come page by page and are worked out in
 * chunks, between which the page answers. The table shows them when all are there: it is computed again once for all of them.
 */
export function useOlderConfigs(
  type: StationType,
  isWanted: boolean,
): ReadonlyMap<string, readonly RevisionOfStation[]> | undefined {
  const { data } = useQuery({
    queryKey: ["older-configs", type],
    queryFn: async ({ signal }) => {
      const all: RevisionOfStation[] = [];
      let after: string | null | undefined;
      while (after !== null) {
        const query = { station_type: type, ...(after !== undefined && { after }) };
        const page: Page | null = (await call(listOlderConfigs, { query, headers: {} }, { signal })).body;
        // Never without a tag to compare with.
        if (page === null) break;
        await prepareInChunks(page.configs, signal);
        all.push(...page.configs);
        after = page.next;
      }
      return Map.groupBy(all, ({ station }) => station);
    },
    enabled: isWanted,
    staleTime: STALE_MS,
    structuralSharing: false,
  });
  return data;
}

async function prepareInChunks(configs: readonly RevisionOfStation[], signal: AbortSignal): Promise<void> {
  for (let from = 0; from < configs.length; from += CHUNK) {
    signal.throwIfAborted();
    prepareConfigs(configs.slice(from, from + CHUNK));
    await new Promise((resolve) => setTimeout(resolve));
  }
}
