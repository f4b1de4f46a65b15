import { addProofs } from "./people.ts";
import { insertRow } from "../database.ts";
import { createHash, randomUUID } from "node:crypto";
import { DAY_MS, HOUR_MS } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import type { Db } from "../../src/platform/db/index.ts";
import { addAlert } from "../alerts.ts";
import { addAudited } from "./audited.ts";
import type { Ids } from "./ids.ts";
import { FOR_ADMINS, FOR_NO_ONE } from "./texts.ts";
import { addEvaluated } from "../evaluated.ts";
import { addOrganization, addStation } from "../stations.ts";

export const TIME = "2026-02-28T10:00:00.000Z";

/** Adds a customer with a user, an API key, and a station that has everything a station can have. */
export async function addCustomer(db: Db, name: string, letter: string): Promise<Ids> {
  const org = await addOrganization(db, name);
  const email = `someone@${letter}.example`;
  const { id: person } = await db
    .insertInto("users")
    .values({ email, org_id: org, password_hash: FOR_NO_ONE })
    .returning("id")
    .executeTakeFirstOrThrow();
  const key = `key_${letter.repeat(10)}`;
  const of_key = { org_id: org, description: "reports", created_by: email, secret_hash: bytes(letter) };
  await db
    .insertInto("api_keys")
    .values({ name: key, ...of_key })
    .execute();
  const station = `gc-00000000000${letter}`;
  await addStation(db, { name: station, org_id: org, api_password_hash: `sha256:${FOR_NO_ONE}:` });
  const [entry, tag] = await addSupportLog(db, station, letter);
  const error = await addErrors(db, station, entry);
  await addState(db, station, org);
  await addEvaluated(db, station, org);
  await addIgnored(db, station);
  await addRevisions(db, station);
  const { group, fingerprint } = await addGroup(db, letter);
  const until = new Date(Date.now() + DAY_MS).toISOString();
  const from = new Date(Date.now() - HOUR_MS).toISOString();
  const window = await addMaintenance(db, station, { from, until });
  await db.updateTable("stations").set({ maintenance_id: window }).where("name", "=", station).execute();
  return {
    station,
    org,
    email,
    person,
    key,
    view: await addView(db, { org_id: org, name: "Night shift" }),
    wallboard: await addWallboard(db, org, `wall_${letter.repeat(10)}`),
    site: await addSite(db, org, "Doca 1"),
    stationTag: await addStationTag(db, org, "beta"),
    otherStationTag: await addStationTag(db, org, "coastal"),
    import: await addImport(db, { applied: TIME, applied_by: FOR_ADMINS }),
    error,
    group,
    fingerprint,
    otherGroup: group,
    entry,
    tag,
    window,
    until,
    act: await addAct(db, { user_id: person, org_id: org, kind: "entry" }, { station, state: "done" }),
    stream: letter.repeat(32),
    channel: await addChannel(db, org, "On call"),
    delivery: await addDelivery(db, org),
    rule: await addRule(db, org, "Station offline"),
    alert: await addAlert(db, station, { org_id: org }),
    device: await addDevice(db, email),
    ...(await addProofs(db, email)),
    audited: await addAudited(db, org, station),
    request: randomUUID(),
    upload: "used up",
  };
}

/** Adds a wallboard of an organization. The secret of its token is 43 times "A". */
export async function addWallboard(db: Db, org_id: number, token_name: string): Promise<number> {
  const secret_hash = createHash("sha256").update("A".repeat(43)).digest();
  const settings = { name: "Operations room", pages: ["now", "map", "month"], turn_s: 30, theme: "dark" };
  const ends = new Date(Date.now() + DAY_MS).toISOString();
  return insertRow(db, "wallboards", { org_id, token_name, secret_hash, ends, ...settings });
}

/** Adds a site of an organization. */
export async function addSite(db: Db, org_id: number, name: string): Promise<number> {
  return insertRow(db, "sites", { org_id, name, lat: 38.6972, lng: -9.1786 });
}

/** Adds a tag of an organization's stations. */
export async function addStationTag(db: Db, org_id: number, name: string): Promise<number> {
  return insertRow(db, "station_tags", { org_id, name, meaning: "caution" });
}

/** Adds a view that is shared with an organization, by somebody or by a person who was deleted. */
export async function addView(db: Db, view: { org_id: number; name: string; owner_id?: number }): Promise<number> {
  return insertRow(db, "saved_views", { ...view, settings: "{}", shared: true, changed_by: "x" });
}

/** Adds an import of a file with one line. */
export async function addImport(db: Db, differences: Record<string, unknown>): Promise<number> {
  const file = { file_name: "file.csv", bytes: 1, lines: 1, encoding: "utf-8", delimiter: "," };
  const columns = JSON.stringify({ columns: ["Serial Number", "notes"], clears: false });
  const counts = JSON.stringify({ added: 0, changed: 0, conflict: 0, refused: 1, unchanged: 0 });
  const read = { titles: ["Serial Number", "Notes"], examples: ["Nothing", "as built"], fields: "[]", columns, counts };
  const kind = { kind: "ssot", station_type: "atlas", created_by: FOR_ADMINS, request_id: "request" };
  return insertRow(db, "imports", { ...kind, ...file, ...read, ...differences });
}

/** Adds a channel of an organization, whose secrets cannot be read. */
export async function addChannel(db: Db, org_id: number, name: string): Promise<number> {
  const row = { org_id, name, kind: "webhook", address: "hooks.example", sealed: Buffer.alloc(0), created_by: "x" };
  return insertRow(db, "channels", row);
}

/** Adds a device of a user, whose subscription has ended. */
export async function addDevice(db: Db, email: string): Promise<number> {
  const { id: user_id } = await db
    .selectFrom("users")
    .select("id")
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  const endpoint_hash = randomUUID();
  const row = { user_id, name: "Chrome on Linux", endpoint: `https://93.184.215.14/${FOR_NO_ONE}`, endpoint_hash };
  const keys = { p256dh: Buffer.alloc(65), auth: Buffer.alloc(16) };
  return insertRow(db, "devices", { ...row, ...keys, ended: TIME, end_reason: "Its browser ended it" });
}

/** Adds a notification of an organization. */
async function addDelivery(db: Db, org_id: number): Promise<number> {
  const row = { org_id, type: "test", title: "Test", recipient: "channel:0", group_key: "test", urgent: false };
  return insertRow(db, "notifications", row);
}

/** Adds an alert rule of an organization. */
export async function addRule(db: Db, org_id: number, name: string): Promise<number> {
  const texts = { condition: '{"kind":"offline","minutes":10}', scope: '{"kind":"all"}', steps: "[]" };
  const row = { org_id, name, kind: "offline", severity: "urgent", auto_join: true, channels: [], ...texts };
  const more = { group_by: "alert", tells_recovery: true, enabled: true, edited_by: "x" };
  return insertRow(db, "alert_rules", { ...row, ...more });
}

type Times = { from: string; until: string };

/** Plans maintenance of a station by staff. */
export async function addMaintenance(db: Db, station_name: string, { from, until }: Times): Promise<number> {
  const by = { by_name: FOR_ADMINS, by_staff: true };
  return insertRow(db, "maintenance_windows", { station_name, why: "New belt.", ...by, starts: from, ends: until });
}

/** Adds an act of a person at a station, which is as the act left it. */
export async function addAct(
  db: Db,
  act: { user_id: number; org_id: number; kind: string },
  { station, state }: { station: string; state: string },
): Promise<number> {
  const request = JSON.stringify({ id: randomUUID(), ip: "127.0.0.1", agent: null });
  const lights_on = act.kind === "images" ? true : null;
  const act_id = await insertRow(db, "bulk_acts", { ...act, created: new Date().toISOString(), lights_on, request });
  const { org_id } = await db
    .updateTable("stations")
    .set({ edited: TIME, edited_by: FOR_ADMINS })
    .where("name", "=", station)
    .returning("org_id")
    .executeTakeFirstOrThrow();
  const undo = JSON.stringify({ edited: TIME, org_id, site_id: null, tags: [], retired: TIME });
  await sql`
    insert into bulk_act_stations (act_id, station_name, state, undo)
    values (${act_id}, ${station}, ${state}, ${undo})`.execute(db);
  return act_id;
}

/** Has staff ignore a reason of a station. */
export async function addIgnored(db: Db, station_name: string): Promise<void> {
  const until = new Date(Date.now() + DAY_MS).toISOString();
  const by = { by_name: FOR_ADMINS, by_staff: true, created: TIME };
  const reason = { code: "job_failed", effect: "limit", until, why: "A belt is on its way." };
  await insertRow(db, "readiness_ignored", { station_name, ...reason, ...by });
}

/** Adds an incident with a reply; returns the ids of the incident and of its tag. */
async function addSupportLog(db: Db, station_name: string, letter: string): Promise<[number, number]> {
  const content = `The belt is worn. ${FOR_ADMINS}`;
  const written = { station_name, author: FOR_ADMINS, content };
  const incident = { ...written, status: "incident_pending_urgent" };
  const { id: entry_id } = await db
    .insertInto("support_log_entries")
    .values(incident)
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("support_log_entries")
    .values({ ...written, status: "note", parent_id: entry_id })
    .execute();
  const tag = { name: `${FOR_ADMINS}-${letter}`, alerting: true, alert_target: `${FOR_ADMINS}@alerts.example` };
  const { id: tag_id } = await db.insertInto("support_log_tags").values(tag).returning("id").executeTakeFirstOrThrow();
  await db.insertInto("support_log_entry_tags").values({ entry_id, tag_id }).execute();
  return [entry_id, tag_id];
}

/** Adds a group with two fingerprints; returns its id and that of the second fingerprint. */
export async function addGroup(db: Db, name: string): Promise<{ group: number; fingerprint: number }> {
  const title = `${FOR_ADMINS} ${name}`;
  const times = { state_since: TIME, first_seen: TIME, last_seen: TIME };
  const group = await insertRow(db, "error_groups", { title, ...times });
  let fingerprint = 0;
  for (const pattern of ["one <n>", "two <n>"]) {
    const row = { digest: `${title} ${pattern}`, version: 1, station_type: "atlas", pattern, group_id: group };
    fingerprint = await insertRow(db, "error_fingerprints", row);
  }
  return { group, fingerprint };
}

/** Adds unresolved, attached and resolved errors; returns the id of the first. */
async function addErrors(db: Db, station_name: string, supportlog_entry_id: number): Promise<number> {
  const [waiting] = await db
    .insertInto("station_errors")
    .values([
      { station_name, error_message: "Door stuck", time_logged: TIME, event_id: `${FOR_NO_ONE}-1` },
      { station_name, error_message: "Pad stuck", time_logged: TIME, supportlog_entry_id },
      {
        station_name,
        error_message: "Belt slipped",
        time_logged: TIME,
        time_handled: TIME,
        handled_by: FOR_NO_ONE,
        solution: "Replaced the belt.",
      },
    ])
    .returning("id")
    .execute();
  if (!waiting) throw new Error("No error was added.");
  return waiting.id;
}

async function addState(db: Db, station_name: string, org_id: number): Promise<void> {
  const snapshot = { time: 1, status: { door: "open", network_name: "lan" }, internal: FOR_NO_ONE };
  await db
    .insertInto("station_states")
    .values({
      station_name,
      linked: true,
      last_active: TIME,
      last_telemetry: TIME,
      swaps_performed: 12,
      swaps_week: 10,
      capabilities: JSON.stringify({
        cameras: [{ id: "cam-1", name: "Pad", in_use: true }],
        streams: 2,
        commands: ["capture", "stream_open"],
      }),
    })
    .execute();
  await db
    .insertInto("station_snapshots")
    .values({ station_name, snapshot: JSON.stringify(snapshot) })
    .execute();
  await db.insertInto("station_locations").values({ station_name, purpose: "service", lat: 47.5, lng: 8.25 }).execute();
  const point = { swaps_performed: 12, error_count: 3, online: true, door: "open", pad: "empty" } as const;
  await db
    .insertInto("station_history")
    .values({ station_name, minute: TIME, ...point })
    .execute();
  const time = new Date(Math.floor(Date.now() / 600_000) * 600_000).toISOString();
  await insertRow(db, "organization_history", { org_id, time, activity: 3, online: 1 });
}

async function addRevisions(db: Db, station_name: string): Promise<void> {
  const revision = { station_name, created: TIME };
  await db
    .insertInto("station_configs")
    .values({
      ...revision,
      seen: TIME,
      version_api: "1",
      version_firmware: "2",
      positions: JSON.stringify({ Home: 1 }),
      offsets: "{}",
      unit_configs: "[true]",
    })
    .execute();
  const ssot = { ...revision, author: FOR_ADMINS, entry: JSON.stringify({ notes: "as built" }) };
  await db.insertInto("ssot_entries").values(ssot).execute();
  const replaceables = { ...ssot, entry: JSON.stringify({ [FOR_ADMINS.replaceAll("-", "_")]: true }) };
  await db.insertInto("replaceables_entries").values(replaceables).execute();
}

function bytes(letter: string): Buffer {
  return Buffer.alloc(32, letter);
}
