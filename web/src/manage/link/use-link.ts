import {
  getRestoreProgress,
  listInvalidMessages,
  listLimitedStations,
  listQuarantinedEvents,
  listRejectedConnections,
} from "@groundcrew/shared/link";
import { useServerData } from "../../data/index.ts";

/** Maximum number of quarantined events on the page. */
export const EVENTS_MAX = 200;

/** The rejected connections by station, latest attempt first; null when the broker does not report them. */
export function useRejectedConnections() {
  return useServerData(listRejectedConnections, {});
}

/** The last invalid message of each station, latest first. */
export function useInvalidMessages() {
  return useServerData(listInvalidMessages, {});
}

/** Stations that send more events than are stored for one station, by name. */
export function useLimitedStations() {
  return useServerData(listLimitedStations, {});
}

/** The newest quarantined events. */
export function useQuarantinedEvents() {
  return useServerData(listQuarantinedEvents, { query: { limit: EVENTS_MAX } });
}

/** How far stations are with sending events again after a restore of the database; null if they do not have to. */
export function useRestoreProgress() {
  return useServerData(getRestoreProgress, {});
}
