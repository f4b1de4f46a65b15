import { SECOND_MS } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import type { MessageContent } from "../src/channels/index.ts";
import { formMessages } from "../src/notifications/messages/form-messages.ts";
import type { AlertEvent } from "../src/notifications/index.ts";
import { emptyTables, testDatabase } from "./database.ts";
import { loggedNotifications, notificationRig } from "./notification-rig.ts";

/** The console's address in messages. */
export const ORIGIN = "https://groundcrew.example";
/** A station of Harbor Air, Atlas 0012. */
export const STATION = "gc-00000000000a";
const TABLES = [
  "notifications",
  "jobs",
  "alert_rules",
  "alert_matches",
  "alerts",
  "channels",
  "users",
  "maintenance_windows",
  "station_locations",
] as const;

/** A database of the test file's own, with functions that form messages and read them. */
export async function formingRig() {
  const { db, url } = await testDatabase();
  const rig = await notificationRig(db);
  await rig.addStation(STATION);
  return {
    db,
    url,
    rig,
    reset: async (): Promise<void> => {
      await sql`update stations set maintenance_id = null`.execute(db);
      await emptyTables(db, TABLES);
    },
    log: () => loggedNotifications(db),
    /** Forms all messages that are due some seconds from now. */
    form: async (afterS = 31, from = Date.now()): Promise<void> => {
      const forming = { db, origin: ORIGIN, product: "Groundcrew" };
      while ((await formMessages(forming, from + afterS * SECOND_MS)).handled > 0);
    },
    /** The messages in the order in which they were formed. */
    messages: async () => {
      const found = await sql<{ id: string; recipient: string; content: MessageContent }>`
        select m.key as id, m.receiver as recipient, m.payload as content from jobs m left join notifications n on n.message_id = m.key
        group by m.id order by min(n.id), m.id`.execute(db);
      return found.rows;
    },
    /** Stores that all messages were delivered. */
    deliver: async (): Promise<void> => {
      await sql`update jobs set ended = now(), outcome = 'done'`.execute(db);
      await sql`
        update notifications set result = 'delivered' where message_id is not null and result = 'held'`.execute(db);
    },
    started: async (rule: number, ...alerts: number[]): Promise<void> => {
      await rig.notify(alerts.map((alert): AlertEvent => ({ type: "started", alert, rule })));
    },
    end: async (alert: number): Promise<void> => {
      const end_reason = "The station is online again.";
      await sql`update alerts set ended_at = now(), end_reason = ${end_reason} where id = ${alert}`.execute(db);
    },
  };
}
