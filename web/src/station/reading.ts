import { hasMissedReport } from "@groundcrew/shared/link";
import type { OnlineStatus, Station } from "@groundcrew/shared/stations";
import type { Freshness } from "../freshness/index.ts";

/** How the last report of a station is to be shown. Both times are the server's, in ms. */
export type StationReading = {
  /** It is out of date: shown in grey, as of `since`. */
  isStale: boolean;
  since: number;
  /** Time of the server's last answer: statuses are judged as of then, so that they do not change while it does not answer. Ages do. */
  judgedAt: number;
};

type Seen = {
  /** How fresh the server's answer is that the station is from. */
  shown: Freshness;
  /** Its live video is being watched and is frozen. */
  isFrozen: boolean;
  /** The server's time (ms), for what is in no answer. */
  now: number;
};

/** Whether the last report of a station is current: the server answers, and the station keeps reporting. */
export function readingOf(
  station: Pick<Station, "last_active" | "last_online_status">,
  { shown, isFrozen, now }: Seen,
): StationReading {
  const judgedAt = shown.kind === "empty" ? now : shown.asOf;
  if (shown.kind === "stale") return { isStale: true, since: judgedAt, judgedAt };
  const isSilent = station.last_online_status && (isFrozen || hasMissedReport(station, judgedAt));
  if (!isSilent) return { isStale: false, since: judgedAt, judgedAt };
  return { isStale: true, since: station.last_active === null ? judgedAt : Date.parse(station.last_active), judgedAt };
}

/** How a status is coloured. */
export type StatusTone = "ok" | "plain" | "stale";

const tones: Record<OnlineStatus, StatusTone> = {
  active_now: "ok",
  active_recent: "ok",
  active_today: "ok",
  idle: "plain",
  inactive: "stale",
  no_data: "stale",
};

/** The colour of a status: green only while the link is up. A station that has left may still read "Active now", after its last message. */
export function statusTone(
  status: OnlineStatus,
  { last_online_status: isOnline }: Pick<Station, "last_online_status">,
  { isStale }: Pick<StationReading, "isStale">,
): StatusTone {
  if (isStale) return "stale";
  return tones[status] === "ok" && !isOnline ? "plain" : tones[status];
}
