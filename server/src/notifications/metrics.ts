import type { DeliveryResult } from "@groundcrew/shared/notifications";
import { Counter, Gauge } from "prom-client";
import type { Db } from "../platform/db/index.ts";
import { metricValue } from "../platform/lib/index.ts";
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

const queues = new Set<Db>();

const oldest = new Gauge({
  name: "groundcrew_notifications_oldest_seconds",
  help: "How long the oldest notification that should be sent by now has waited, of all servers.",
  async collect() {
    oldest.reset();
    for (const db of queues) {
      const seconds = await metricValue(() => findOldestWaiting(db), null);
      if (seconds !== null) oldest.set(seconds);
    }
  },
});

/** Includes the queue in the metrics. Returns a function that removes it again. */
export function watchNotifications(db: Db): () => void {
  queues.add(db);
  return () => void queues.delete(db);
}
