import { timestamp } from "@groundcrew/shared/lib";
import { z } from "zod";
import { lossReasons } from "./connection.ts";
import { livePart, tabNeeds } from "./needs.ts";

/** The leader's connection. Durations instead of times, because each page has a clock of its own (ms). */
const leadStatus = z.object({
  /** How long the stream has been open; null while there is none. */
  openForMs: z.number().nullable(),
  /** How long ago something arrived on it. */
  receivedAgoMs: z.number(),
  /** Why there is none, and when the next attempt is. */
  lost: z.object({ reason: z.enum(lossReasons), retryInMs: z.number() }).nullable(),
  /** Up to when the stream's changes of the list have been passed on, and the event to continue from; null if it has no list. */
  position: z.object({ at: timestamp, id: z.string().nullable() }).nullable(),
  /** The parts of its rows. */
  parts: z.array(livePart),
  /** How far the server's clock is ahead of this computer's; null while that is not known. */
  aheadMs: z.number().nullable(),
});
export type LeadStatus = z.output<typeof leadStatus>;

/** The messages between tabs. */
const tabMessage = z.discriminatedUnion("kind", [
  /** From each tab when it opens, when its needs change, and regularly. */
  z.object({ kind: z.literal("needs"), needs: tabNeeds, isVisible: z.boolean() }),
  /** From a tab that is closed. */
  z.object({ kind: z.literal("gone") }),
  /** From the leader when its connection changes, and regularly. */
  z.object({ kind: z.literal("status"), status: leadStatus }),
  /** From the leader: an event of the stream. */
  z.object({ kind: z.literal("event"), name: z.string(), id: z.string().nullable(), text: z.string() }),
  /** From any tab: a request of it was not answered. */
  z.object({ kind: z.literal("unanswered") }),
  /** From any tab: the leader connects now instead of waiting. */
  z.object({ kind: z.literal("retry") }),
]);
export type TabMessage = z.output<typeof tabMessage>;

const envelope = z.object({ viewer: z.string(), tab: z.string(), message: tabMessage });

export type TabChannel = { send: (message: TabMessage) => void; close: () => void };

/**
 * Connects the tabs of this browser in which `viewer` is logged in. Messages of other users, as just after a login in another tab, and of
 * other versions of the console are ignored. Without channels, nothing is sent.
 */
export function openTabChannel(
  { viewer, tab }: { viewer: string; tab: string },
  onMessage: (message: TabMessage, tab: string) => void,
): TabChannel {
  if (typeof BroadcastChannel === "undefined") return { send() {}, close() {} };
  const channel = new BroadcastChannel("live");
  channel.addEventListener("message", ({ data }) => {
    const read = envelope.safeParse(data);
    if (read.success && read.data.viewer === viewer) onMessage(read.data.message, read.data.tab);
  });
  return {
    send: (message) => channel.postMessage({ viewer, tab, message } satisfies z.input<typeof envelope>),
    close: () => channel.close(),
  };
}
