import { summarizeErrorGroups, type ErrorGroup } from "@groundcrew/shared/error-groups";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call, queryKeys } from "../api/index.ts";

/** The open errors of some groups and the stations that have them, each counted once. */
export function useGroupSummary(groups: readonly ErrorGroup[], includeAll = false) {
  const ids = groups.map(({ id }) => id).toSorted((a, b) => a - b);
  return useQuery({
    queryKey: queryKeys.errorGroups.summary(ids.join(","), includeAll),
    queryFn: async ({ signal }) => {
      const query = { groups: ids.join(","), ...(includeAll && { include_all: true }) };
      return (await call(summarizeErrorGroups, { query }, { signal })).body;
    },
    enabled: groups.length > 1,
    placeholderData: keepPreviousData,
  });
}
