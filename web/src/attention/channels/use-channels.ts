import { listChannels, testChannel } from "@groundcrew/shared/channels";
import { MINUTE_MS } from "@groundcrew/shared/lib";
import { useQueryClient } from "@tanstack/react-query";
import { call, queryKeys, useServerMutation } from "../../api/index.ts";
import { useLiveQuery } from "../../freshness/index.ts";

/** The channels of an organization; without one those that the user may see. */
export function useChannels(orgId?: number) {
  return useLiveQuery(
    {
      queryKey: queryKeys.channels.ofOrganization(orgId ?? null),
      queryFn: async ({ signal }) => {
        const query = orgId === undefined ? {} : { org_id: orgId };
        return (await call(listChannels, { query }, { signal })).body;
      },
    },
    MINUTE_MS,
  );
}

/** Sends a message that is marked as a test to a channel. */
export function useTestChannel() {
  const client = useQueryClient();
  return useServerMutation({
    run: async (id: number) => (await call(testChannel, { params: { channel: id }, body: {} })).body,
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.channels.all }),
  });
}
