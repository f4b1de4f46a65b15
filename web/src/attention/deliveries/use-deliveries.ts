import {
  downloadDeliveries,
  getDelivery,
  listDeliveries,
  listGivenUp,
  deliveryResult,
} from "@groundcrew/shared/notifications";
import { MINUTE_MS } from "@groundcrew/shared/lib";
import { useQuery } from "@tanstack/react-query";
import { call, queryKeys } from "../../api/index.ts";
import { serverNow } from "../../clock/index.ts";
import { usePages } from "../../freshness/index.ts";
import { choice, id, kept, sentAs, since, text, viewOf, type ValuesOf } from "@groundcrew/shared/view";

/** The view of the log of deliveries. */
export const deliveriesView = viewOf("dl", {
  result: choice(deliveryResult.options),
  rule: id(),
  channel: id(),
  t: kept(sentAs("after", since("day"))),
  q: text(),
});
export type DeliveriesView = ValuesOf<typeof deliveriesView>;

/** Loads a view as a CSV file. */
export function loadCsv(view: DeliveriesView) {
  return call(downloadDeliveries, { query: deliveriesView.call(view, serverNow()) });
}

/** The deliveries of a view, page by page, reloaded every minute and whenever something is sent. */
export function useDeliveries(view: DeliveriesView) {
  const queryKey = queryKeys.notifications.deliveries(view);
  const load = async (cursor: string | null, signal?: AbortSignal) => {
    const query = { ...deliveriesView.call(view, serverNow()), ...(cursor !== null && { cursor }) };
    return (await call(listDeliveries, { query }, signal ? { signal } : {})).body;
  };
  return usePages({
    queryKey,
    load,
    items: ({ deliveries }) => deliveries,
    withItems: (page, deliveries) => ({ ...page, deliveries }),
    keyOf: ({ id }) => String(id),
    everyMs: MINUTE_MS,
  });
}

/** A delivery with its message and attempts. */
export function useDelivery(id: number) {
  return useQuery({
    queryKey: queryKeys.notifications.delivery(id),
    queryFn: async ({ signal }) => (await call(getDelivery, { params: { delivery: id }, query: {} }, { signal })).body,
  });
}

/** Other work that was given up, for admins. */
export function useGivenUp() {
  return useQuery({
    queryKey: queryKeys.notifications.givenUp,
    queryFn: async ({ signal }) => (await call(listGivenUp, { query: {} }, { signal })).body,
    refetchInterval: MINUTE_MS,
  });
}
