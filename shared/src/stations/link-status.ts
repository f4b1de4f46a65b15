import type { Station } from "./station.ts";

/** What is known of a station's link. */
export type LinkStatus = "online" | "offline" | "unknown";

/**
 * The link of a station, of which a server that receives no messages cannot know that it is down: `last_online_status` becomes false by
 * silence alone.
 */
export function linkStatus(
  { last_online_status }: Pick<Station, "last_online_status">,
  { isDisconnected }: { isDisconnected: boolean },
): LinkStatus {
  if (last_online_status) return "online";
  return isDisconnected ? "unknown" : "offline";
}

export const linkStatusLabels: Readonly<Record<LinkStatus, string>> = {
  online: "ONLINE",
  offline: "OFFLINE",
  unknown: "UNKNOWN",
};
