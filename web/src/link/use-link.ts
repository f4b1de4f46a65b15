import { useQuery } from "@tanstack/react-query";
import { MINUTE_MS } from "@groundcrew/shared/lib";
import { listQuarantinedEvents, listRefusedStations, listUnreadMessages } from "@groundcrew/shared/link";
import { call } from "../api/index.ts";
import { useRefresh } from "../lib/index.ts";

/** As many quarantined events as are looked through on one screen. */
export const EVENTS_MAX = 200;

type Asking = { signal: AbortSignal; background: true };

/** The stations that were not let in, latest try first. */
export function useRefusedStations() {
  return useTrouble("refused", async (asking) => (await call(listRefusedStations, {}, asking)).body);
}

/** Of each station the last message that could not be read, latest first. */
export function useUnreadMessages() {
  return useTrouble("unread", async (asking) => (await call(listUnreadMessages, {}, asking)).body);
}

/** The newest quarantined events. */
export function useQuarantinedEvents() {
  const query = { limit: EVENTS_MAX };
  return useTrouble("quarantine", async (asking) => (await call(listQuarantinedEvents, { query }, asking)).body);
}

/** A list of what went wrong, asked for again every minute. */
function useTrouble<Item>(list: string, ask: (asking: Asking) => Promise<Item[]>) {
  const query = useQuery({
    queryKey: ["link", list],
    queryFn: ({ signal }) => ask({ signal, background: true }),
  });
  useRefresh(MINUTE_MS, () => void query.refetch());
  return query;
}
