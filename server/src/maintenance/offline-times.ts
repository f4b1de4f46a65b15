import { SECOND_MS, type Timestamp } from "@groundcrew/shared/lib";

/**
 * How often and how long (s) a station was offline between two times, by its history: points in order, of which the first may lie before.
 * A station that is offline at the start counts as one time.
 */
export function offlineTimes(
  points: readonly { at: Timestamp; online: boolean }[],
  { from, until }: { from: Timestamp; until: Timestamp },
): { offline_times: number; offline_s: number } {
  const end = Date.parse(until);
  let offlineSince: number | null = null;
  let times = 0;
  let ms = 0;
  for (const { at, online } of points) {
    const moment = Math.max(Date.parse(at), Date.parse(from));
    if (online && offlineSince !== null) ms += moment - offlineSince;
    if (!online && offlineSince === null) times += 1;
    offlineSince = online ? null : (offlineSince ?? moment);
  }
  if (offlineSince !== null) ms += Math.max(0, end - offlineSince);
  return { offline_times: times, offline_s: Math.round(ms / SECOND_MS) };
}
