import { useQueries } from "@tanstack/react-query";
import type { Content } from "@groundcrew/shared/contract";
import { serverQuery, type OtherEndpoint, type QueryArgs } from "./api/index.ts";

/** The contents of several replies of a call: those that are loaded. */
export function useServerDataOfAll<E extends OtherEndpoint>(endpoint: E, all: readonly QueryArgs<E>[]): Content<E>[] {
  const results = useQueries({ queries: all.map((args) => serverQuery(endpoint, args)) });
  return results.flatMap(({ data }) => (data ? [data.value] : []));
}
