import { useQuery } from "@tanstack/react-query";
import { listOlderConfigs, type RevisionOfStation } from "@groundcrew/shared/configs";
import { MINUTE_MS } from "@groundcrew/shared/lib";
import type { StationType } from "@groundcrew/shared/telemetry";
import { call } from "../../api/index.ts";

type Page = { configs: RevisionOfStation[]; next: string | null };

/** Revisions change seldom, and the latest of each station comes with the station. */
const STALE_MS = 10 * MINUTE_MS;

/**
 * The revisions before the latest of the stations of a type, by station. They come page by page, and all at once when all
 * are there: the table is worked out anew for them once.
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
