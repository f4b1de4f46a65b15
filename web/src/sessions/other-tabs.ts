import { z } from "zod";

const change = z.enum(["login", "logout"]);
/** What happened to the session that all tabs of a browser share. */
type SessionChange = z.output<typeof change>;

// Sent and received through one channel: a second one in the same tab would hear the first.
const channel = new BroadcastChannel("session");

/** Tells the other tabs that someone logged in or out here. */
export function notifyOtherTabs(what: SessionChange): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is always of one origin
  channel.postMessage(what);
}

/** Calls `listener` whenever someone logged in or out in another tab. */
export function onOtherTab(listener: (what: SessionChange) => void): void {
  channel.addEventListener("message", ({ data }) => listener(change.catch("login").parse(data)));
}
