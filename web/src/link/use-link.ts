import { MINUTE_MS, SECOND_MS } from "@groundcrew/shared/lib";
import {
  getRestoreProgress,
  listInvalidMessages,
  listLimitedStations,
  listQuarantinedEvents,
  listRejectedConnections,
} from "@groundcrew/shared/link";
import { call, queryKeys } from "../api/index.ts";
import { useLiveQuery } from "../freshness/index.ts";

/** Maximum number of quarantined events on the page. */
export const EVENTS_MAX = 200;

type RequestOptions = { signal: AbortSignal };
type LinkList = Parameters<typeof queryKeys.linkIssues>[0];

/** The rejected connections by station, latest attempt first; null when the broker does not report them. */
export function useRejectedConnections() {
  return useLinkIssues("rejected", async (options) => (await call(listRejectedConnections, {}, options)).body);
}

/** The last invalid message of each station, latest first. */
export function useInvalidMessages() {
  return useLinkIssues("invalid", async (options) => (await call(listInvalidMessages, {}, options)).body);
}

/** Stations that send more events than are stored for one station, by name. */
export function useLimitedStations() {
  return useLinkIssues("limited", async (options) => (await call(listLimitedStations, {}, options)).body);
}

/** The newest quarantined events. */
export function useQuarantinedEvents() {
  const query = { limit: EVENTS_MAX };
  return useLinkIssues("quarantine", async (options) => (await call(listQuarantinedEvents, { query }, options)).body);
}

/** How far stations are with sending events again after a restore of the database; null if they do not have to. */
export function useRestoreProgress() {
  const request = async (options: RequestOptions) => (await call(getRestoreProgress, {}, options)).body;
  return useLinkIssues("restore", request, 10 * SECOND_MS);
}

/** A list of problems, polled every minute. */
function useLinkIssues<Data>(
  list: LinkList,
  request: (options: RequestOptions) => Promise<Data>,
  everyMs: number = MINUTE_MS,
) {
  return useLiveQuery({ queryKey: queryKeys.linkIssues(list), queryFn: ({ signal }) => request({ signal }) }, everyMs);
}
