import { hasMissedReport } from "@groundcrew/shared/link";
import type { Station } from "@groundcrew/shared/stations";
import { serverNow } from "../clock/index.ts";
import { useHasFrozenVideo, useShownFreshness } from "../freshness/index.ts";

/** How the last report of a station is to be shown. Both times are the server's, in ms. */
export type StationReading = {
  /** It is out of date: shown in grey, as of `since`. */
  isStale: boolean;
  since: number;
  /** Time of the server's last answer: statuses are judged as of then, so that they do not change while it does not answer. Ages do. */
  judgedAt: number;
};

/** Whether the last report of a station is current: the server answers, and the station keeps reporting. */
export function useReading(station: Pick<Station, "name" | "last_active" | "last_online_status">): StationReading {
  const shown = useShownFreshness();
  const isFrozen = useHasFrozenVideo(station.name);
  const judgedAt = shown.kind === "empty" ? serverNow() : shown.asOf;
  if (shown.kind === "stale") return { isStale: true, since: judgedAt, judgedAt };
  const isSilent = station.last_online_status && (isFrozen || hasMissedReport(station, judgedAt));
  if (!isSilent) return { isStale: false, since: judgedAt, judgedAt };
  return { isStale: true, since: station.last_active === null ? judgedAt : Date.parse(station.last_active), judgedAt };
}
