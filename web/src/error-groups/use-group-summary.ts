import { summarizeErrorGroups, type ErrorGroup } from "@groundcrew/shared/error-groups";
import { useServerData } from "../data/index.ts";

/** The open errors of some groups and the stations that have them, each counted once. */
export function useGroupSummary(groups: readonly ErrorGroup[], includeAll = false) {
  const ids = groups.map(({ id }) => id).toSorted((a, b) => a - b);
  return useServerData(
    summarizeErrorGroups,
    groups.length > 1 ? { query: { groups: ids.join(","), ...(includeAll && { include_all: true }) } } : null,
    { keepsPrevious: true },
  );
}
