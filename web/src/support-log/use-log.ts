import { windowStart, type TimeWindow } from "@groundcrew/shared/lib";
import {
  listStationSupportLog,
  listSupportLogEntries,
  listSupportLogTags,
  type SupportLogEntry,
} from "@groundcrew/shared/support-log";
import { serverNow } from "../data/clock/index.ts";
import { useServerData } from "../data/index.ts";

/** The support log of a station. */
export function useStationLog(station: string) {
  return useServerData(listStationSupportLog, { params: { station }, query: {} }, { isChanging: isWaiting });
}

/** The support log entries of all stations, created in a window that ends now. */
export function useAllEntries(time: TimeWindow) {
  const args = () => {
    const start = windowStart(time, serverNow());
    return { query: start === null ? {} : { filter_after: new Date(start).toISOString() } };
  };
  return useServerData(listSupportLogEntries, args, { nameInCache: time, keepsPrevious: true, isChanging: isWaiting });
}

/** Whether a notification about an incident is pending. */
function isWaiting(entries: readonly SupportLogEntry[]): boolean {
  return entries.some(({ alerts }) => alerts.some(({ state }) => state === "waiting"));
}

/** All tags and aliases. */
export function useTags() {
  return useServerData(listSupportLogTags, { query: {} });
}
