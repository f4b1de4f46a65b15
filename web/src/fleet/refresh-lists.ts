import type { QueryClient } from "@tanstack/react-query";
import { queryKeys } from "../api/index.ts";
import { liveListsOf } from "./live-lists.ts";

/**
 * After a change of what lists of stations show: requests those again that the live stream does not keep current, and those that are not
 * displayed once they are. The stream sends the changed rows of the others by itself.
 */
export async function refreshUnpushedLists(client: QueryClient): Promise<void> {
  const lists = liveListsOf(client);
  await client.invalidateQueries({
    queryKey: queryKeys.stations.all,
    predicate: (query) => !query.isActive() || !lists.isPushed(query.queryHash),
  });
}
