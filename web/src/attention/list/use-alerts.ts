import { getAlert, listAlerts, summarizeAlerts } from "@groundcrew/shared/alerts";
import type { Reply } from "@groundcrew/shared/contract";
import { SECOND_MS } from "@groundcrew/shared/lib";
import { listDeliveries } from "@groundcrew/shared/notifications";
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { call, errorSentence, queryKeys, useServerMutation } from "../../api/index.ts";
import { useLiveQuery } from "../../freshness/index.ts";
import { currentUser } from "../../sessions/index.ts";
import { listQuery, type AlertsView } from "./view.ts";

/** How often alerts are requested, besides after notices of changes. */
const EVERY_MS = 15 * SECOND_MS;

type Page = Reply<typeof listAlerts>["body"];
/** The first pages of a list. */
type AlertPages = Page & { pages: number };

/** The alerts of a view, page by page, reloaded every 15 seconds and whenever an alert changes. */
export function useAlerts(view: AlertsView) {
  const client = useQueryClient();
  const queryKey = queryKeys.alerts.list(view);
  const load = async (cursor: string | null, signal?: AbortSignal) => {
    const query = { ...listQuery(view), ...(cursor !== null && { cursor }) };
    return (await call(listAlerts, { query }, signal ? { signal } : {})).body;
  };
  const query = useLiveQuery(
    queryOptions({
      queryKey,
      queryFn: async ({ signal }): Promise<AlertPages> => {
        const wanted = client.getQueryData<AlertPages>(queryKey)?.pages ?? 1;
        let list: AlertPages = { ...(await load(null, signal)), pages: 1 };
        while (list.pages < wanted && list.next !== null) {
          // oxlint-disable-next-line no-await-in-loop -- the cursor of a page is in the page before
          list = joined(list, await load(list.next, signal));
        }
        return list;
      },
      placeholderData: keepPreviousData,
    }),
    EVERY_MS,
  );
  const more = useServerMutation({
    run: (cursor: string) => load(cursor),
    onSuccess: (page, cursor) => {
      client.setQueryData<AlertPages>(queryKey, (list) => (list?.next === cursor ? joined(list, page) : list));
    },
  });
  const next = query.data?.next ?? null;
  return {
    ...query,
    more: {
      hasMore: next !== null && !query.isPlaceholderData,
      isLoading: more.isPending,
      failure: more.error && errorSentence(more.error),
      load: () => next !== null && more.mutate(next),
    },
  };
}

/** Pages with the one after them. An alert that has moved to a later page in the meantime is not repeated. */
function joined(list: AlertPages, page: Page): AlertPages {
  const known = new Set(list.alerts.map(({ id }) => id));
  const added = page.alerts.filter(({ id }) => !known.has(id));
  return { ...page, alerts: [...list.alerts, ...added], pages: list.pages + 1 };
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

/** One alert with what its open row shows. */
export function useAlert(id: number) {
  return useLiveQuery(
    {
      queryKey: queryKeys.alerts.one(id),
      queryFn: async ({ signal }) => (await call(getAlert, { params: { alert: id }, query: {} }, { signal })).body,
    },
    EVERY_MS,
  );
}

/** Who was notified of an alert, latest first. */
export function useAlertDeliveries(id: number) {
  return useQuery({
    queryKey: queryKeys.alerts.deliveries(id),
    queryFn: async ({ signal }) => (await call(listDeliveries, { query: { alert: id } }, { signal })).body.deliveries,
    staleTime: EVERY_MS,
  });
}
