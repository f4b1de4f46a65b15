/** The tabs of this browser tell each other here that someone logged in or out. */
const CHANNEL = "session";

/** Tells the other tabs that the session is not what it was. */
export function tellOtherTabs(): void {
  const channel = new BroadcastChannel(CHANNEL);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is always of one origin
  channel.postMessage(null);
  channel.close();
}

/** Calls `listener` whenever someone logged in or out in another tab. */
export function onOtherTab(listener: () => void): void {
  new BroadcastChannel(CHANNEL).addEventListener("message", listener);
}
