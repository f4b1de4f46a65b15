import { useQuery } from "@tanstack/react-query";
import { listOlderConfigs, prepareConfigs, type RevisionOfStation } from "@groundcrew/shared/configs";
import { MINUTE_MS } from "@groundcrew/shared/lib";
import type { StationType } from "@groundcrew/shared/telemetry";
import { call, queryKeys } from "../../api/index.ts";

type Page = { configs: RevisionOfStation[]; next: string | null };

/** Older revisions rarely change, and the latest of each station comes with the station. */
const STALE_MS = 10 * MINUTE_MS;

/** Number of revisions processed at once, which takes some milliseconds. */
const CHUNK = 100;

/**
 * The revisions before the latest for stations of a type, by station. They are loaded page by page and processed in chunks, so that the
 * page stays responsive. The result appears when all are loaded, so that the table is computed only once more.
 */
export function useOlderConfigs(
  type: StationType,
  isEnabled: boolean,
): ReadonlyMap<string, readonly RevisionOfStation[]> | undefined {
  const { data } = useQuery({
    queryKey: queryKeys.configs.older(type),
    queryFn: async ({ signal }) => {
      const all: RevisionOfStation[] = [];
      let after: string | null | undefined;
      while (after !== null) {
        const query = { station_type: type, ...(after !== undefined && { after }) };
        const page: Page | null = (await call(listOlderConfigs, { query, headers: {} }, { signal })).body;
        // Null means 304, which the server sends only in reply to an entity tag.
        if (page === null) break;
        await prepareInChunks(page.configs, signal);
        all.push(...page.configs);
        after = page.next;
      }
      return Map.groupBy(all, ({ station }) => station);
    },
    enabled: isEnabled,
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
