import type { ReportedConfig } from "@groundcrew/shared/link";
import { sql } from "kysely";
import type { Db } from "../src/platform/db/index.ts";

const LOCK = sql`hashtext('groundcrew demo')`;

/**
 * Runs `work` while no other server does. `session` must be a single connection: the lock belongs to the connection rather than to a
 * transaction, so no transaction stays open while the work computes.
 */
export async function withSeedingLock<T>(session: Db, work: () => Promise<T>): Promise<T> {
  await sql`select pg_advisory_lock(${LOCK})`.execute(session);
  try {
    return await work();
  } finally {
    // Only fails when the connection is broken, which releases the lock too.
    await sql`select pg_advisory_unlock(${LOCK})`.execute(session).catch(() => {});
  }
}

/** Whether the database has no stations yet, and never had any. */
export async function hasNoStations(tx: Db): Promise<boolean> {
  const { rows } = await sql<{ empty: boolean }>`
    select not exists (select from stations) and not exists (select from history_span_levels) as empty`.execute(tx);
  return rows[0]?.empty === true;
}

/** Whether the database has no organizations yet. */
export async function isEmpty(tx: Db): Promise<boolean> {
  const row = await tx.selectFrom("organizations").select("id").orderBy("id").limit(1).executeTakeFirst();
  return row === undefined;
}

/** Password hashes of the users with these emails, by email. */
export async function findHashes(db: Db, emails: readonly string[]): Promise<Map<string, string | null>> {
  const rows = await db
    .selectFrom("users")
    .select(["email", "password_hash"])
    .where("email", "in", [...emails])
    .orderBy("email")
    .execute();
  return new Map(rows.map(({ email, password_hash }) => [email, password_hash]));
}

/** The last swap counts of the stations with these names, by name: the counter that the station reported, else its stored total. */
export async function findCounters(tx: Db, names: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string; swaps: number }>`
    select s.name, coalesce(st.swaps_reported, st.swaps_performed, 0) as swaps
    from stations s left join station_states st on st.station_name = s.name
    where s.name in (select unnest(string_to_array(${names.join("\n")}::text, E'\n')))
    order by s.name`.execute(tx);
  return new Map(rows.map(({ name, swaps }) => [name, swaps]));
}

/** How many of these stations exist. */
export async function countStations(tx: Db, names: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from stations
    where name in (select unnest(string_to_array(${names.join("\n")}::text, E'\n')))`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** The newest configuration of each of these stations, by name. Stations without one are left out. */
export async function findNewestConfigs(tx: Db, names: readonly string[]): Promise<Map<string, ReportedConfig>> {
  const { rows } = await sql<{ name: string; config: ReportedConfig }>`
    select distinct on (station_name) station_name as name, json_build_object(
      'version_api', version_api, 'version_firmware', version_firmware, 'positions', positions, 'offsets', offsets,
      'unit_configs', unit_configs, 'streaming_turn', streaming_turn) as config
    from station_configs
    where station_name in (select unnest(string_to_array(${names.join("\n")}::text, E'\n')))
    order by station_name, created desc`.execute(tx);
  return new Map(rows.map(({ name, config }) => [name, config]));
}

/** Sets new passwords of stations, stored as hashes. */
export async function replaceSecrets(tx: Db, secrets: readonly { name: string; hash: string }[]): Promise<void> {
  await sql`
    update stations set api_password_hash = new.hash
    from json_to_recordset(${JSON.stringify(secrets)}::json) as new (name text, hash text)
    where stations.name = new.name`.execute(tx);
}

/** The ids of organizations or tags, by name. */
export async function idsByName(tx: Db, table: "organizations" | "support_log_tags"): Promise<Map<string, number>> {
  const rows = await tx.selectFrom(table).select(["id", "name"]).orderBy("id").execute();
  return new Map(rows.map(({ id, name }) => [name, id]));
}

/** Reserves all ids for support log entries below `next`. */
export async function noteEntryIds(tx: Db, next: number): Promise<void> {
  await sql`select setval(pg_get_serial_sequence('support_log_entries', 'id'), ${next - 1})`.execute(tx);
}

/** Reserves this many ids for support log entries. */
export async function takeEntryIds(tx: Db, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('support_log_entries', 'id')) as id from generate_series(1, ${count})`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

/**
 * Inserts rows that all have the same columns, sent as one JSON text. A parameter per value would be slower, and a statement can have at
 * most 65,535 parameters.
 */
export async function insertRows(tx: Db, table: string, rows: readonly object[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = sql.join(Object.keys(first).map((column) => sql.id(column)));
  await sql`
    insert into ${sql.table(table)} (${columns}) overriding system value
    select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`.execute(
    tx,
  );
}

type NewChannel = { org_id: number; name: string; kind: string; address: string; sealed: Uint8Array; by: string };

/** Adds a channel that staff have made, and returns its id. */
export async function insertChannel(tx: Db, channel: NewChannel): Promise<number> {
  const { org_id, name, kind, address, sealed, by } = channel;
  const found = await sql<{ id: number }>`
    insert into channels (org_id, name, kind, address, sealed, created_by, created_by_staff)
    values (${org_id}, ${name}, ${kind}, ${address}, ${sealed}, ${by}, true) returning id`.execute(tx);
  return found.rows[0]?.id ?? 0;
}
