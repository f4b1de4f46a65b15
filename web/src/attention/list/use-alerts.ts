import { getAlert, listAlerts, summarizeAlerts } from "@groundcrew/shared/alerts";
import { SECOND_MS } from "@groundcrew/shared/lib";
import { listDeliveries } from "@groundcrew/shared/notifications";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { call, queryKeys } from "../../api/index.ts";
import { usePages, useLiveQuery } from "../../freshness/index.ts";
import { currentUser } from "../../sessions/index.ts";
import { alertsView, type AlertsView } from "./view.ts";

/** How often alerts are requested, besides after notices of changes. */
const EVERY_MS = 15 * SECOND_MS;

/** The alerts of a view, page by page, reloaded every 15 seconds and whenever an alert changes. */
export function useAlerts(view: AlertsView) {
  const queryKey = queryKeys.alerts.list(view);
  const load = async (cursor: string | null, signal?: AbortSignal) => {
    const query = { ...alertsView.call(view, 0), ...(cursor !== null && { cursor }) };
    return (await call(listAlerts, { query }, signal ? { signal } : {})).body;
  };
  return usePages({
    queryKey,
    load,
    items: ({ alerts }) => alerts,
    withItems: (page, alerts) => ({ ...page, alerts }),
    keyOf: ({ id }) => String(id),
    everyMs: EVERY_MS,
  });
}

/** The numbers of alerts, and what is watched; requested every `everyMs`, besides after notices of changes. */
export function useAlertSummary(everyMs = EVERY_MS) {
  const client = useQueryClient();
  return useLiveQuery(
    {
      queryKey: queryKeys.alerts.summary,
      queryFn: async ({ signal }) => (await call(summarizeAlerts, { query: {} }, { signal })).body,
      // The badge is still there for a moment after a logout.
      enabled: () => currentUser(client) !== null,
    },
    everyMs,
  );
}

/** The query of one alert with what its open row shows. */
export const alertQuery = (id: number) =>
  queryOptions({
    queryKey: queryKeys.alerts.one(id),
    queryFn: async ({ signal }) => (await call(getAlert, { params: { alert: id }, query: {} }, { signal })).body,
  });

/** One alert with what its open row shows; null requests nothing. */
export function useAlert(id: number | null) {
  return useLiveQuery({ ...alertQuery(id ?? 0), enabled: id !== null }, EVERY_MS);
}

/** The deliveries of an alert, latest first. */
export function useAlertDeliveries(id: number) {
  return useQuery({
    queryKey: queryKeys.alerts.deliveries(id),
    queryFn: async ({ signal }) => (await call(listDeliveries, { query: { alert: id } }, { signal })).body.deliveries,
    staleTime: EVERY_MS,
  });
}
