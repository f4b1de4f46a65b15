import { insertRow } from "./database.ts";
import type { AlertRule } from "@groundcrew/shared/alerts";
import type { ChannelKind } from "@groundcrew/shared/channels";
import { sql } from "kysely";
import { newPushKeyPair } from "../src/platform/push/vapid.ts";
import { inTransaction, type Db } from "../src/platform/db/index.ts";
import { openSealer } from "../src/platform/lib/index.ts";
import { notifyOfAlerts, type AlertEvent } from "../src/notifications/index.ts";
import { addOrganization, addStation } from "./stations.ts";

/** A server's secret key, and what secrets of channels are encrypted with. */
export const SECRET_KEY = "wX9fQ2kLr7vT4bNz8sHd6pJm3cGy5aRe";
export const sealer = openSealer(SECRET_KEY, "channels");

type ChannelFields = { org_id?: number; kind?: ChannelKind; name?: string; address?: string; secret?: string | null };
type AlertFields = Partial<{
  org_id: number | null;
  station_name: string | null;
  site: string | null;
  severity: string;
  kind: string;
  title: string;
  detail: string;
  since: string;
  fired_at: string;
}>;

/** Two customers and the provider, with functions that add what notifications are about and for; by default for Harbor Air. */
export async function notificationRig(db: Db) {
  const provider = await addOrganization(db, "Groundcrew");
  await sql`update organizations set is_provider = true where id = ${provider}`.execute(db);
  const harbor = await addOrganization(db, "Harbor Air");
  const field = await addOrganization(db, "Northfield Agri");
  return {
    orgs: { provider, harbor, field },
    ...recipientsOf(db, harbor),
    ...alertsOf(db, harbor),
    notify: (events: readonly AlertEvent[], now = Date.now()) =>
      inTransaction(db, (tx) => notifyOfAlerts(tx, events, now)),
  };
}

let count = 0;
/** A number for a name that is unique. */
function next(): number {
  count += 1;
  return count;
}

/** Functions that add recipients, by default of one organization. */
export function recipientsOf(db: Db, harbor: number) {
  return {
    async addChannel({ org_id = harbor, kind = "email", ...fields }: ChannelFields = {}): Promise<number> {
      const number = next();
      const { name = `Channel ${number}`, address = `channel-${number}@harbor.example`, secret = null } = fields;
      const sealed = sealer.seal(JSON.stringify({ address, secret, old_secret: null }));
      const row = { org_id, kind, name, address: "shown", sealed, created_by: "Kari" };
      return insertRow(db, "channels", row);
    },
    async addPerson(fields: { org_id?: number; name?: string; email?: string } = {}): Promise<number> {
      const { org_id = harbor, name = "", email = `person-${next()}@harbor.example` } = fields;
      return (await db.insertInto("users").values({ org_id, name, email }).returning("id").executeTakeFirstOrThrow())
        .id;
    },
    async subscribe(user_id: number, rule_id: number, ways: { email: boolean; push: boolean }): Promise<void> {
      await insertRow(db, "rule_subscriptions", { user_id, rule_id, ...ways });
    },
    async addDevice(user_id: number, endpoint = "https://push.example/x"): Promise<number> {
      const number = next();
      const keys = { p256dh: newPushKeyPair().publicKey, auth: Buffer.alloc(16) };
      const row = { user_id, name: `Phone ${number}`, endpoint, endpoint_hash: `hash ${number}`, ...keys };
      return insertRow(db, "devices", row);
    },
  };
}

function alertsOf(db: Db, harbor: number) {
  return {
    addStation: (name: string, org_id = harbor) => addStation(db, { name, org_id, serial_number: "Atlas 0012" }),
    async addRule(fields: Partial<Omit<AlertRule, "condition" | "scope">> = {}): Promise<number> {
      const { org_id = harbor, name = `Rule ${next()}`, severity = "warning", group_by = "alert" } = fields;
      const { tells_recovery = true, channels = [], steps = [], quiet = null } = fields;
      const row = { org_id, name, severity, group_by, channels, tells_recovery, kind: "offline", auto_join: true };
      const condition = JSON.stringify({ kind: "offline", minutes: 10 });
      const json = {
        condition,
        scope: '{"kind":"all"}',
        steps: JSON.stringify(steps),
        quiet: quiet && JSON.stringify(quiet),
      };
      const values = { ...row, ...json, enabled: true, edited_by: "Kari" };
      return insertRow(db, "alert_rules", values);
    },
    /** Adds an open alert that these rules have found. */
    async addAlert(rules: readonly number[], fields: AlertFields = {}): Promise<number> {
      const { org_id = harbor, station_name = null, site = null, severity = "warning", kind = "offline" } = fields;
      const at = new Date().toISOString();
      const { title = "Offline", detail = "", since = at, fired_at = at } = fields;
      const of = { org_id, station_name, site, subject: `test:${next()}` };
      const row = { ...of, severity, kind, title, detail, since, fired_at };
      const id = await insertRow(db, "alerts", row);
      for (const rule_id of rules) {
        await insertRow(db, "alert_matches", { alert_id: id, rule_id, since, announced_at: at });
      }
      return id;
    },
  };
}

/** The log of notifications, oldest first, with how long they wait from their creation (s). */
export async function loggedNotifications(db: Db) {
  const found = await sql<{
    type: string;
    alert: number | null;
    title: string;
    recipient: string;
    to: string;
    group_key: string;
    result: string;
    why: string;
    wait_s: number;
    message: string | null;
    step: number | null;
  }>`
    select type, alert_id as alert, title, recipient, coalesce(channel, concat_ws(', ', person, device)) as to, group_key, result, why,
      round(extract(epoch from send_after - created))::integer as wait_s, message_id as message, step
    from notifications order by id limit 100000`.execute(db);
  return found.rows;
}
