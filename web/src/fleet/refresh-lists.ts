import type { QueryClient } from "@tanstack/react-query";
import { queryKeys } from "../api/index.ts";
import { liveListsOf } from "./live-lists.ts";

/**
 * Requests the lists of stations again that the live stream does not keep current, after something that they show has changed. With the
 * stream, the changed rows arrive by themselves.
 */
export async function refreshUnpushedLists(client: QueryClient): Promise<void> {
  const lists = liveListsOf(client);
  const isUnpushed = ({ queryHash }: { queryHash: string }) => !lists.isPushed(queryHash);
  await client.invalidateQueries({ queryKey: queryKeys.stations.all, predicate: isUnpushed });
}
