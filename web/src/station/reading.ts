import { hasMissedReport } from "@groundcrew/shared/link";
import type { OnlineStatus, Station } from "@groundcrew/shared/stations";
import { type Freshness, useHasFrozenVideo, useShownFreshness } from "../data/freshness/index.ts";
import { serverNow } from "../data/clock/index.ts";
import { elapsed, type Elapsed } from "@groundcrew/shared/lib";

/** How to show the last report of a station. Both times are the server's, in ms. */
export type StationReading = {
  /** It is stale: shown in grey, as of `since`. */
  isStale: boolean;
  since: number;
  /**
   * Time of the server's last response. Statuses are evaluated as of then, so that they do not change while the server does not
   * respond. Ages are not.
   */
  evaluatedAt: number;
};

type ReadingContext = {
  /** The freshness of the response that the station is from. */
  freshness: Freshness;
  /** Its live video is being watched and is frozen. */
  isFrozen: boolean;
  /** The server's time (ms), used while there is no response. */
  now: number;
};

/** Whether the last report of a station is current: the server responds, and the station keeps reporting. */
export function stationReading(
  station: Pick<Station, "last_active" | "last_online_status">,
  { freshness, isFrozen, now }: ReadingContext,
): StationReading {
  const evaluatedAt = freshness.kind === "empty" ? now : freshness.asOf;
  if (freshness.kind === "stale") return { isStale: true, since: evaluatedAt, evaluatedAt };
  const isSilent = station.last_online_status && (isFrozen || hasMissedReport(station, evaluatedAt));
  if (!isSilent) return { isStale: false, since: evaluatedAt, evaluatedAt };
  return {
    isStale: true,
    since: station.last_active === null ? evaluatedAt : Date.parse(station.last_active),
    evaluatedAt,
  };
}

/** The color of a status. */
export type StatusTone = "ok" | "plain" | "stale";

const tones: Record<OnlineStatus, StatusTone> = {
  active_now: "ok",
  active_recent: "ok",
  active_today: "ok",
  idle: "plain",
  inactive: "stale",
  no_data: "stale",
};

/**
 * The color of a status: green only while the link is up. A station that has disconnected may still be "Active now" because of
 * its last message.
 */
export function statusTone(
  status: OnlineStatus,
  { last_online_status: isOnline }: Pick<Station, "last_online_status">,
  { isStale }: Pick<StationReading, "isStale">,
): StatusTone {
  if (isStale) return "stale";
  return tones[status] === "ok" && !isOnline ? "plain" : tones[status];
}

/** Whether the last report of a station is current in the surrounding freshness scope. */
export function useReading(station: Pick<Station, "name" | "last_active" | "last_online_status">): StationReading {
  const freshness = useShownFreshness();
  const isFrozen = useHasFrozenVideo(station.name);
  return stationReading(station, { freshness, isFrozen, now: serverNow() });
}

/** A station's uptime as of its last report; null if it never reported one. `now` is in ms. */
export function stationUptime(
  station: Pick<Station, "last_telemetry" | "last_telemetry_data">,
  now: number,
): Elapsed | null {
  const seconds = station.last_telemetry_data?.status?.station_uptime ?? null;
  if (seconds === null) return null;
  return elapsed(seconds, station.last_telemetry === null ? now : Date.parse(station.last_telemetry));
}
