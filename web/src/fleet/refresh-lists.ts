import type { QueryClient } from "@tanstack/react-query";
import { queryKeys } from "../api/index.ts";
import { liveListsOf } from "./live-lists.ts";

/**
 * Requests the lists of stations again that the live stream does not keep current, after something that they show has changed: those that are not
 * displayed when they are displayed next. With the stream, the changed rows arrive by themselves; that it is broken is noticed later.
 */
export async function refreshUnpushedLists(client: QueryClient): Promise<void> {
  const lists = liveListsOf(client);
  await client.invalidateQueries({
    queryKey: queryKeys.stations.all,
    predicate: (query) => !query.isActive() || !lists.isPushed(query.queryHash),
  });
}
