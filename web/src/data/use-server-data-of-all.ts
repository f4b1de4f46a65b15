import { useQueries } from "@tanstack/react-query";
import type { Content } from "@groundcrew/shared/contract";
import { serverQuery, type OtherEndpoint, type QueryArgs } from "./api/index.ts";
import { usePolls } from "./use-kept-current.ts";

/** The contents of several replies of a call, kept current like one: those that are loaded. */
export function useServerDataOfAll<E extends OtherEndpoint>(endpoint: E, all: readonly QueryArgs<E>[]): Content<E>[] {
  const queries = all.map((args) => serverQuery(endpoint, args));
  const results = useQueries({ queries });
  usePolls(
    queries.flatMap(({ queryKey, staleTime: everyMs }, position) => {
      const result = results[position];
      return result ? [{ queryKey, everyMs, isEnabled: result.isEnabled, refetch: result.refetch }] : [];
    }),
  );
  return results.flatMap(({ data }) => (data ? [data.value] : []));
}
