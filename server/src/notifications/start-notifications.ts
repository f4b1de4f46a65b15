import { SECOND_MS } from "@groundcrew/shared/lib";
import type { DeliveryResult } from "@groundcrew/shared/notifications";
import type { Logger } from "pino";
import { Counter, Gauge } from "prom-client";
import { listen, type Db } from "../db/index.ts";
import { asyncSignal, attempts, metricValue, settled, type Part } from "../lib/index.ts";
import type { Delivering } from "./deliver-message.ts";
import { formMessages, type Forming } from "./form-messages.ts";
import { findOldestWaiting, leaseMessages, type Free, type LeasedMessage } from "./message-queries.ts";
import { sendMessage } from "./send-message.ts";

const POLL_MS = SECOND_MS;
/**
 * The numbers of messages that are sent at once. A receiver that does not answer occupies its place until the time-out, so failing receivers have
 * places of their own: however many there are, the others do not wait for them.
 */
const PLACES: Free = { failing: 8, others: 32 };
/** How long `stop` waits for messages that are being sent: longer than any receiver may take. Others are sent again by another server. */
const GRACE_MS = 30 * SECOND_MS;

export type NotificationOptions = Delivering &
  Pick<Forming, "origin" | "product"> & {
    url: string;
    now: () => number;
    /** How often due notifications are looked for without a change. */
    pollMs?: number;
    log: Pick<Logger, "warn" | "error">;
  };

/**
 * Forms messages of notifications and sends them, until stopped. Any number of servers may do so on one database, with the URL `url`. Messages
 * that a killed server was sending are sent again, with the same id, when its lease ends.
 */
export function startNotifications(options: NotificationOptions): Part {
  const { db, url, now, pollMs = POLL_MS, log } = options;
  const stopping = new AbortController();
  const forming = attempts({ log, failure: "messages could not be formed" });
  const leasing = attempts({ log, failure: "the queue of messages could not be read" });
  const [toForm, toSend] = [asyncSignal(), asyncSignal()];
  const running = new Map<Promise<void>, LeasedMessage>();

  async function form(): Promise<void> {
    while (!stopping.signal.aborted) {
      const { handled, dropped, messages } = await forming(() => formMessages(options, now()), {
        handled: 0,
        dropped: 0,
        messages: 0,
      });
      count("not_sent", dropped);
      if (messages > 0) toSend.notify();
      if (handled === 0) await toForm.wait(pollMs);
    }
  }

  async function send(): Promise<void> {
    while (!stopping.signal.aborted) {
      const leased = await leasing(() => leaseMessages(db, freePlaces(running.values())), []);
      for (const message of leased) begin(message);
      if (leased.length === 0) await toSend.wait(pollMs);
    }
  }

  function begin(message: LeasedMessage): void {
    const run = sendMessage(options, message, Math.random())
      .then(({ result, notifications }) => count(result, notifications))
      .catch((error: unknown) => log.error({ err: error, message: message.id }, "a message could not be sent"))
      .finally(() => {
        running.delete(run);
        toSend.notify();
      });
    running.set(run, message);
  }

  const listener = listen(url, "notifications", { onNotify: () => toForm.notify() });
  const unwatch = watchQueue(db);
  const loops = [form(), send()];
  return {
    async stop() {
      unwatch();
      stopping.abort();
      toForm.notify();
      toSend.notify();
      await listener.stop();
      await Promise.all(loops);
      await settled(running.keys(), GRACE_MS);
    },
  };
}

function freePlaces(running: Iterable<LeasedMessage>): Free {
  const sending = [...running];
  const failing = sending.filter((message) => message.failing).length;
  return { failing: PLACES.failing - failing, others: PLACES.others - (sending.length - failing) };
}

const outcomes = new Counter({
  name: "groundcrew_notifications_total",
  help: "Notifications of which this server has decided, by result: delivered, failed, not_sent.",
  labelNames: ["result"],
});

function count(result: DeliveryResult, notifications: number): void {
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
function watchQueue(db: Db): () => void {
  queues.add(db);
  return () => void queues.delete(db);
}
