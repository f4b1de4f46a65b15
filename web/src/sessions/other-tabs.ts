import { z } from "zod";

const change = z.enum(["login", "logout"]);
/** A change of the session that all tabs of a browser share. */
type SessionChange = z.output<typeof change>;

// One channel sends and receives: a second one in the same tab would receive the first one's messages.
const channel = new BroadcastChannel("session");

/** Notifies the other tabs of a login or logout in this one. */
export function notifyOtherTabs(event: SessionChange): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is always of one origin
  channel.postMessage(event);
}

/** Calls `listener` after a login or logout in another tab. */
export function onOtherTab(listener: (event: SessionChange) => void): void {
  channel.addEventListener("message", ({ data }) => listener(change.catch("login").parse(data)));
}
