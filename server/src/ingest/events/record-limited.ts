import { MINUTE_MS, SECOND_MS } from "@groundcrew/shared/lib";
import type { Logger } from "pino";
import type { Db } from "../../platform/db/index.ts";
import { repeat } from "../../platform/lib/index.ts";
import { upsertLimited } from "./event-queries.ts";
import type { queueEvents } from "./event-queue.ts";

const EVERY_MS = 10 * SECOND_MS;

type RecordLimitedOptions = {
  db: Db;
  queue: Pick<ReturnType<typeof queueEvents>, "takeHeldBack">;
  now: () => number;
  log: Logger;
};

/** Records, for admins, which stations exceed their budgets of events and how many they send. */
export function recordLimitedStations({ db, queue, now, log }: RecordLimitedOptions) {
  let received = new Map<string, number>();
  let since = now();

  async function recordHeldBack(): Promise<void> {
    const at = now();
    const elapsedMs = Math.max(at - since, SECOND_MS);
    const counted = received;
    received = new Map();
    since = at;
    const rows = queue.takeHeldBack().map(({ station, by }) => ({
      station,
      per_minute: Math.round(((counted.get(station) ?? 0) * MINUTE_MS) / elapsedMs),
      limited_by: by,
    }));
    await upsertLimited(db, rows, new Date(at).toISOString());
  }

  const failure = "stations that send too many events could not be recorded";
  const recording = repeat(recordHeldBack, { everyMs: EVERY_MS, failure, log });
  return {
    count: (station: string) => void received.set(station, (received.get(station) ?? 0) + 1),
    record: recordHeldBack,
    stop: () => recording.stop(),
  };
}
