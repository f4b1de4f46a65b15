import type { DeliveryResult } from "@groundcrew/shared/notifications";
import { Counter } from "prom-client";
import type { Db } from "../platform/db/index.ts";
import { gaugesOf, metricValue } from "../platform/lib/index.ts";
import { findOldestWaiting } from "./messages/message-queries.ts";

const outcomes = new Counter({
  name: "groundcrew_notifications_total",
  help: "Notifications of which this server has decided, by result: delivered, failed, not_sent.",
  labelNames: ["result"],
});

/** Counts notifications of which this server has decided. */
export function countNotifications(result: DeliveryResult, notifications: number): void {
  if (notifications > 0) outcomes.inc({ result }, notifications);
}

const queues = gaugesOf<Db>();

queues.add(
  {
    name: "groundcrew_notifications_oldest_seconds",
    help: "How long the oldest notification that should be sent by now has waited, of all servers.",
  },
  async (oldest, db) => {
    const seconds = await metricValue(() => findOldestWaiting(db), null);
    if (seconds !== null) oldest.set(seconds);
  },
);

/** Includes the queue in the metrics until it is stopped. */
export const watchNotifications = queues.watch;
