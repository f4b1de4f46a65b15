import { SECOND_MS } from "@groundcrew/shared/lib";
import type { Logger } from "pino";
import { listen } from "../platform/db/index.ts";
import { asyncSignal, attempts, type Part } from "../platform/lib/index.ts";
import { formMessages, type Forming } from "./messages/form-messages.ts";
import { countNotifications, watchNotifications } from "./metrics.ts";

const POLL_MS = SECOND_MS;

export type NotificationOptions = Forming & {
  url: string;
  now: () => number;
  /** How often due notifications are looked for without a change. */
  pollMs?: number;
  log: Pick<Logger, "warn" | "error">;
};

/** Forms messages of notifications, until stopped. Any number of servers may do so on one database, with the URL `url`. */
export function startNotifications(options: NotificationOptions): Part {
  const { db, url, now, pollMs = POLL_MS, log } = options;
  const stopping = new AbortController();
  const forming = attempts({ log, failure: "messages could not be formed" });
  const wakeUp = asyncSignal();

  async function form(): Promise<void> {
    while (!stopping.signal.aborted) {
      const none = { handled: 0, dropped: 0 };
      const { handled, dropped } = await forming(() => formMessages(options, now()), none);
      countNotifications("not_sent", dropped);
      if (handled === 0) await wakeUp.wait(pollMs);
    }
  }

  const listener = listen(url, "notifications", { onNotify: () => wakeUp.notify() });
  const watched = watchNotifications(db);
  const loop = form();
  return {
    async stop() {
      await watched.stop();
      stopping.abort();
      wakeUp.notify();
      await listener.stop();
      await loop;
    },
  };
}
