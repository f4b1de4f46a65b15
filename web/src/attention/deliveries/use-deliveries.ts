import {
  downloadDeliveries,
  getDelivery,
  listDeliveries,
  deliveryResult,
  type DeliveryResult,
} from "@groundcrew/shared/notifications";
import { MINUTE_MS, timeWindow, windowStart, type TimeWindow, truncate } from "@groundcrew/shared/lib";
import { useQuery } from "@tanstack/react-query";
import { call, queryKeys, requestUrl } from "../../api/index.ts";
import { serverNow } from "../../clock/index.ts";
import { usePages } from "../../freshness/index.ts";
import type { AttentionQuery } from "../attention-query.ts";

/** The view settings of the log of deliveries. Empty values do not filter. */
export type DeliveriesView = {
  result: DeliveryResult | "";
  /** The ids of a rule and of a channel. */
  rule: string;
  channel: string;
  time: TimeWindow;
  search: string;
};

export const anyDelivery: DeliveriesView = { result: "", rule: "", channel: "", time: "day", search: "" };

/** Reads the view from an address; invalid values are ignored. */
export function deliveriesView(query: AttentionQuery): DeliveriesView {
  const id = (text = "") => (/^\d{1,9}$/.test(text) ? text : "");
  return {
    result: deliveryResult.safeParse(query["dl-result"]).data ?? "",
    rule: id(query["dl-rule"]),
    channel: id(query["dl-channel"]),
    time: timeWindow.catch("day").parse(query["dl-t"]),
    search: truncate(query["dl-q"] ?? "", 200),
  };
}

/** A view as a query: only what differs from the default. Settings of other pages stay. */
export function deliveriesViewQuery(query: AttentionQuery, view: DeliveriesView): AttentionQuery {
  const others = Object.fromEntries(Object.entries(query).filter(([key]) => !key.startsWith("dl-")));
  return {
    ...others,
    ...(view.result !== "" && { "dl-result": view.result }),
    ...(view.rule !== "" && { "dl-rule": view.rule }),
    ...(view.channel !== "" && { "dl-channel": view.channel }),
    ...(view.time !== "day" && { "dl-t": view.time }),
    ...(view.search !== "" && { "dl-q": view.search }),
  };
}

/** The query of the call that lists a view, at `now` (ms). The start of a time window is a whole minute. */
function callQuery({ result, rule, channel, time, search }: DeliveriesView, now: number) {
  const start = windowStart(time, now - (now % MINUTE_MS));
  return {
    ...(result !== "" && { result }),
    ...(rule !== "" && { rule }),
    ...(channel !== "" && { channel }),
    ...(start !== null && { after: new Date(start).toISOString() }),
    ...(search !== "" && { q: search }),
  };
}

/** The address of a view as a CSV file. */
export function csvAddress(view: DeliveriesView): string {
  return requestUrl(downloadDeliveries, { query: callQuery(view, serverNow()) });
}

/** The deliveries of a view, page by page, reloaded every minute and whenever something is sent. */
export function useDeliveries(view: DeliveriesView) {
  const queryKey = queryKeys.notifications.deliveries(view);
  const load = async (cursor: string | null, signal?: AbortSignal) => {
    const query = { ...callQuery(view, serverNow()), ...(cursor !== null && { cursor }) };
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
