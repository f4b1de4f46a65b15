import { MINUTE_MS } from "@groundcrew/shared/lib";
import {
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

/** A list of problems, polled every minute. */
function useLinkIssues<Data>(list: LinkList, request: (options: RequestOptions) => Promise<Data>) {
  return useLiveQuery(
    { queryKey: queryKeys.linkIssues(list), queryFn: ({ signal }) => request({ signal }) },
    MINUTE_MS,
  );
}
