import { useQuery } from "@tanstack/react-query";
import { MINUTE_MS } from "@groundcrew/shared/lib";
import { listQuarantinedEvents, listRefusedStations, listUnreadMessages } from "@groundcrew/shared/link";
import { call } from "../api/index.ts";
import { useRefresh } from "../lib/index.ts";

/** As many quarantined events as are looked through on one screen. */
export const EVENTS_MAX = 200;

/** The stations that were not let in, latest try first, asked for again every minute. */
export function useRefusedStations() {
  const query = useQuery({
    queryKey: ["link", "refused"],
    queryFn: async ({ signal }) => (await call(listRefusedStations, {}, { signal, background: true })).body,
  });
  useRefresh(MINUTE_MS, () => void query.refetch());
  return query;
}

/** Of each station the last message that could not be read, latest first, asked for again every minute. */
export function useUnreadMessages() {
  const query = useQuery({
    queryKey: ["link", "unread"],
    queryFn: async ({ signal }) => (await call(listUnreadMessages, {}, { signal, background: true })).body,
  });
  useRefresh(MINUTE_MS, () => void query.refetch());
  return query;
}

/** The newest quarantined events, asked for again every minute. */
export function useQuarantinedEvents() {
  const query = useQuery({
    queryKey: ["link", "quarantine"],
    queryFn: async ({ signal }) =>
      (await call(listQuarantinedEvents, { query: { limit: EVENTS_MAX } }, { signal, background: true })).body,
  });
  useRefresh(MINUTE_MS, () => void query.refetch());
  return query;
}
