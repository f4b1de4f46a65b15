import { ageMs, DAY_MS, HOUR_MS, MINUTE_MS, type Timestamp } from "../lib/index.ts";
import type { Station } from "./station.ts";

/** How recently a station sent a message (specification, section 4). */
export type OnlineStatus = "no_data" | "active_now" | "active_recent" | "active_today" | "idle" | "inactive";

/** Maximum age for each status (specification, section 9, "Online windows"). */
export const ONLINE_WINDOWS_MS = {
  active_now: 2 * MINUTE_MS,
  active_recent: 30 * MINUTE_MS,
  active_today: 24 * HOUR_MS,
  idle: 14 * DAY_MS,
} as const;

/**
 * How recently a station sent a message. Ages run from `last_active` to `now` (ms since the epoch); each limit is inclusive. A station
 * whose telemetry is disabled has `no_data`, one that never sent a message is `inactive`.
 */
export function onlineStatus(station: Pick<Station, "telemetry_enabled" | "last_active">, now: number): OnlineStatus {
  if (!station.telemetry_enabled) return "no_data";
  const age = ageMs(station.last_active, now);
  if (age === null) return "inactive";
  if (age <= ONLINE_WINDOWS_MS.active_now) return "active_now";
  if (age <= ONLINE_WINDOWS_MS.active_recent) return "active_recent";
  if (age <= ONLINE_WINDOWS_MS.active_today) return "active_today";
  if (age <= ONLINE_WINDOWS_MS.idle) return "idle";
  return "inactive";
}

/**
 * The earliest `last_active` of a station that is active at `now` (ms). Timestamps compare as text, so that thousands of stations can be
 * sorted without parsing.
 */
export function activeSince(now: number): Timestamp {
  return new Date(now - ONLINE_WINDOWS_MS.active_now).toISOString();
}

/** Until when (ms) a station counts as active if it sends nothing. */
export function activeUntil({ last_active }: Pick<Station, "last_active">): number {
  return last_active === null ? -Infinity : Date.parse(last_active) + ONLINE_WINDOWS_MS.active_now;
}

/** Label and detail of each status. */
export const onlineStatusLabels: Record<OnlineStatus, { label: string; detail: string }> = {
  no_data: { label: "UNKNOWN", detail: "Unknown" },
  active_now: { label: "ACTIVE", detail: "Active now" },
  active_recent: { label: "ACTIVE", detail: "Active recently" },
  active_today: { label: "ACTIVE", detail: "Active today" },
  idle: { label: "IDLE", detail: "Idle" },
  inactive: { label: "INACTIVE", detail: "Inactive" },
};

/** The link of a station, as far as it is known. */
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
