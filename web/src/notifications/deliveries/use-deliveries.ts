import { deliveryResult, downloadDeliveries, listDeliveries } from "@groundcrew/shared/notifications";
import { choice, id, kept, sentAs, since, text, viewOf, type ValuesOf } from "@groundcrew/shared/view";
import { call } from "../../data/api/index.ts";
import { serverNow } from "../../data/clock/index.ts";
import { useServerPages } from "../../data/index.ts";

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
  return useServerPages(listDeliveries, (page) => ({ query: { ...deliveriesView.call(view, serverNow()), ...page } }), {
    nameInCache: view,
    items: ({ deliveries }) => deliveries,
    withItems: (page, deliveries) => ({ ...page, deliveries }),
    keyOf: ({ id }) => id,
  });
}
