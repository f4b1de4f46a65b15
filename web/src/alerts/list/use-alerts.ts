import { getAlert, listAlerts, summarizeAlerts } from "@groundcrew/shared/alerts";
import { listDeliveries } from "@groundcrew/shared/notifications";
import { useQueryClient } from "@tanstack/react-query";

import { currentUser } from "../../sessions/index.ts";
import { alertsView, type AlertsView } from "./view.ts";
import { useServerData, useServerPages } from "../../data/index.ts";

/** The alerts of a view, page by page. */
export function useAlerts(view: AlertsView) {
  return useServerPages(listAlerts, (page) => ({ query: { ...alertsView.call(view, 0), ...page } }), {
    nameInCache: view,
    items: ({ alerts }) => alerts,
    withItems: (page, alerts) => ({ ...page, alerts }),
    keyOf: ({ id }) => id,
  });
}

/** The numbers of alerts, and what is watched. */
export function useAlertSummary(options?: { isSecondary: boolean }) {
  const client = useQueryClient();
  // The badge is still there for a moment after a logout.
  return useServerData(summarizeAlerts, { query: {} }, { ...options, enabled: () => currentUser(client) !== null });
}

/** One alert with what its open row shows; null requests nothing. */
export function useAlert(id: number | null) {
  return useServerData(getAlert, id === null ? null : { params: { alert: id }, query: {} });
}

/** The deliveries of an alert, latest first. */
export function useAlertDeliveries(id: number) {
  const { data, ...query } = useServerData(listDeliveries, { query: { alert: id } });
  return { ...query, data: data?.deliveries };
}
