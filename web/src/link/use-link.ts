import { MINUTE_MS } from "@groundcrew/shared/lib";
import {
  listLimitedStations,
  listQuarantinedEvents,
  listRejectedConnections,
  listInvalidMessages,
} from "@groundcrew/shared/link";
import { call } from "../api/index.ts";
import { useLiveQuery } from "../freshness/index.ts";

/** As many quarantined events as are looked through on one screen. */
export const EVENTS_MAX = 200;

type Asking = { signal: AbortSignal };

/** The stations whose connections were rejected, latest attempt first; null when the broker does not report them. */
export function useRejectedConnections() {
  return useLinkIssues("rejected", async (asking) => (await call(listRejectedConnections, {}, asking)).body);
}

/** Of each station the last message that could not be read, latest first. */
export function useInvalidMessages() {
  return useLinkIssues("invalid", async (asking) => (await call(listInvalidMessages, {}, asking)).body);
}

/** Stations that send more events than are stored for one station, by name. */
export function useLimitedStations() {
  return useLinkIssues("limited", async (asking) => (await call(listLimitedStations, {}, asking)).body);
}

/** The newest quarantined events. */
export function useQuarantinedEvents() {
  const query = { limit: EVENTS_MAX };
  return useLinkIssues("quarantine", async (asking) => (await call(listQuarantinedEvents, { query }, asking)).body);
}

/** A list of what went wrong, asked for again every minute. */
function useLinkIssues<Data>(list: string, ask: (asking: Asking) => Promise<Data>) {
  return useLiveQuery({ queryKey: ["link", list], queryFn: ({ signal }) => ask({ signal }) }, MINUTE_MS);
}
