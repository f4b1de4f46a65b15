import { listChannels, pauseChannel, testChannel, type Channel } from "@groundcrew/shared/channels";
import { HOUR_MS } from "@groundcrew/shared/lib";
import { call, failedWrite, useServerMutation } from "../../data/api/index.ts";
import { serverNow } from "../../data/clock/index.ts";
import { toast } from "../../ui/index.ts";
import { useServerData } from "../../data/index.ts";

/** The channels of an organization; without one those that the user may see. */
export function useChannels(orgId?: number) {
  return useServerData(listChannels, { query: orgId === undefined ? {} : { org_id: orgId } });
}

/** Sends a message that is marked as a test to a channel. */
export function useTestChannel() {
  return useServerMutation({
    ifUnanswered: "The test may have been sent.",
    run: async (id: number) => (await call(testChannel, { params: { channel: id }, body: {} })).body,
  });
}

type Pause = {
  channel: Pick<Channel, "id" | "rev">;
  /** For how many hours; null resumes. */
  hours: number | null;
};

/** Pauses a channel, or resumes it. */
export function usePauseChannel(onDone?: (channel: Channel) => void) {
  return useServerMutation({
    run: async ({ channel: { id, rev }, hours }: Pause) => {
      const until = hours === null ? null : new Date(serverNow() + hours * HOUR_MS).toISOString();
      return (await call(pauseChannel, { params: { channel: id }, body: { rev, until } })).body;
    },
    onSuccess(channel, { hours }) {
      toast("success", hours === null ? `Resumed ${channel.name}` : `Paused ${channel.name} for ${hours} hours`);
      onDone?.(channel);
    },
    onError: (error, { hours }) =>
      toast("danger", ...failedWrite(error, `The channel was not ${hours === null ? "resumed" : "paused"}.`)),
  });
}
