import type { StationReadiness } from "@groundcrew/shared/readiness";
import { storedBatteries } from "@groundcrew/shared/telemetry";
import { sql, type RawBuilder, type Selectable } from "kysely";
import { isoText, type Database, type Db } from "../platform/db/index.ts";
import type { StationFacts, BoardState } from "./board/row-text.ts";

/** The fields that decide whether a station may connect, and the epoch of its connection. */
export type StoredCredential = Pick<
  Selectable<Database["stations"]>,
  "name" | "api_password_hash" | "telemetry_enabled" | "retired"
> & { epoch: number };

/** The credentials of stations, by name, each with an epoch above all earlier ones. Names that do not exist are left out. */
export async function findCredentials(db: Db, names: readonly string[]): Promise<StoredCredential[]> {
  return db
    .selectFrom("stations")
    .select(["name", "api_password_hash", "telemetry_enabled", "retired"])
    .select(sql<number>`nextval('connection_epochs')`.as("epoch"))
    .where("name", "=", sql<string>`any(${names})`)
    .orderBy("name")
    .limit(names.length)
    .execute();
}

/** The stored text of a station's last snapshot, for `snapshotIn`; null when it never sent one. */
export async function findSnapshot(db: Db, name: string): Promise<string | null> {
  const found = await sql<{ snapshot: string }>`
    select snapshot from station_snapshots where station_name = ${name}`.execute(db);
  return found.rows[0]?.snapshot ?? null;
}

/** The facts of stations, including retired ones, by name; at most 1,000. */
export async function selectFacts(db: Db, names: readonly string[]): Promise<StationFacts[]> {
  const found = await sql<StationFacts>`
    select s.name, s.serial_number, s.description, s.station_type, o.name as organization_name, s.org_id,
      s.location_deployment, l.id is not null as has_location, l.lat, l.lng, l.street_address, s.actual,
      s.telemetry_enabled, s.hexone_uri_base, s.version_api, s.shipped, s.created, s.retired, s.edited, s.edited_by,
      (
        select json_build_object('id', w.id, 'why', w.why, 'by', w.by_name, 'by_staff', w.by_staff,
          'from', ${iso("w.starts")}, 'until', ${iso("w.ends")})
        from maintenance_windows w where w.id = s.maintenance_id
      ) as maintenance,
      s.site_id, (select name from sites where id = s.site_id) as site_name,
      (
        select json_agg(json_build_object('name', t.name, 'caution', t.meaning = 'caution', 'staff', t.org_id <> s.org_id) order by t.name collate "C", t.org_id)
        from tagged_stations g join station_tags t on t.id = g.tag_id where g.station_name = s.name
      ) as tags,
      st.swaps_year, st.swaps_months_1, st.swaps_week, st.swaps_day, st.swaps_shipment, st.errors_shipment,
      coalesce(errors.errors_total, 0) as errors_total, coalesce(errors.errors_unresolved, 0) as errors_unresolved,
      errors.error_latest,
      incidents.incident_needs_action, incidents.incident_pending, incidents.incident_pending_urgent,
      config.latest as config_latest, config.seen as config_seen,
      (${latestEntry("ssot_entries")})::text as ssot_latest,
      (select author from ssot_entries where station_name = s.name order by created desc limit 1) as ssot_author,
      (${latestEntry("replaceables_entries", sql`|| jsonb_build_object('author', author)`)})::text as replaceables_latest
    from (
      select name, serial_number, description, station_type, org_id, location_deployment, actual, telemetry_enabled,
        hexone_uri_base, version_api, shipped, created, retired, edited, edited_by, maintenance_id, site_id
      from stations where name = any(${names}) order by name limit ${MAX_STATIONS}
    ) s
    join organizations o on o.id = s.org_id
    left join station_states st on st.station_name = s.name
    left join lateral (
      select id, lat, lng, street_address from station_locations where station_name = s.name order by id desc limit 1
    ) l on true
    left join lateral (${latestConfig}) config on true
    left join station_error_counts errors on errors.station_name = s.name
    cross join lateral (
      select count(*) filter (where status = 'incident_needs_action') as incident_needs_action,
        count(*) filter (where status = 'incident_pending') as incident_pending,
        count(*) filter (where status = 'incident_pending_urgent') as incident_pending_urgent
      from support_log_entries where station_name = s.name and parent_id is null
    ) incidents
    order by s.name`.execute(db);
  return found.rows;
}

/**
 * The states of stations that have other versions than known ones, with the stored texts of their snapshots, by name; at most 1,000. Stations that never
 * sent anything have none.
 */
export async function selectStates(
  db: Db,
  known: readonly { name: string; version: number }[],
): Promise<(BoardState & { station_name: string; snapshot: string | null })[]> {
  type Row = Omit<BoardState, "batteries"> & Record<"batteries" | "snapshot", string | null> & { station_name: string };
  const found = await sql<Row>`
    select station_name, s.version, linked, last_active, last_swapped, last_online, last_telemetry, clock_skew_ms,
      swaps_performed, batteries, invalid_messages, snapshot
    from json_to_recordset(${JSON.stringify(known)}::json) as known(name text, version bigint)
    join station_states s on s.station_name = known.name left join station_snapshots using (station_name)
    where s.version <> known.version
    order by station_name
    limit ${MAX_STATIONS}`.execute(db);
  return found.rows.map(({ batteries, ...row }) => Object.assign(row, { batteries: storedBatteries(batteries) }));
}

/** The last results about the readiness of stations, by name; at most 1,000. Stations that were never evaluated have none. */
export async function selectEvaluated(
  db: Db,
  names: readonly string[],
): Promise<{ station_name: string; readiness: StationReadiness }[]> {
  const found = await sql<{ station_name: string; evaluated: Omit<StationReadiness, "due"> }>`
    select station_name, evaluated from station_readiness
    where station_name = any(${names}) order by station_name limit ${MAX_STATIONS}`.execute(db);
  return found.rows.map(({ station_name, evaluated }) => ({ station_name, readiness: { ...evaluated, due: null } }));
}

/** Names of stations, including retired ones, in order, beginning after a name. */
export async function selectNames(db: Db, { after, limit }: { after: string; limit: number }): Promise<string[]> {
  const found = await sql<{ name: string }>`
    select name from stations where name > ${after} order by name limit ${limit}`.execute(db);
  return found.rows.map(({ name }) => name);
}

/** Those of some stations that have not changed since transaction `horizon`, by name; none when the database has not come that far. */
export async function unchangedSince(db: Db, horizon: string, names: readonly string[]): Promise<string[]> {
  const found = await sql<{ name: string }>`
    select name from stations left join station_states s on s.station_name = name
    left join station_readiness r on r.station_name = name
    where name = any(${names}) and stations.changed_xid < ${horizon}::xid8
      and (s.changed_xid < ${horizon}::xid8) is not false and (r.changed_xid < ${horizon}::xid8) is not false
      and pg_snapshot_xmax(pg_current_snapshot()) >= ${horizon}::xid8
    order by name limit ${names.length}`.execute(db);
  return found.rows.map(({ name }) => name);
}

/** Those of some stations whose states have other versions, by name. */
export async function outdatedStates(
  db: Db,
  known: readonly { name: string; state: Pick<BoardState, "version"> }[],
): Promise<string[]> {
  const versions = known.map(({ name, state: { version } }) => ({ name, version }));
  const found = await sql<{ station_name: string }>`
    select s.station_name from station_states s
    join json_to_recordset(${JSON.stringify(versions)}::json) as known(name text, version bigint) on known.name = s.station_name
    where s.version <> known.version
    order by s.station_name limit ${known.length}`.execute(db);
  return found.rows.map(({ station_name }) => station_name);
}

/**
 * Identifies the tables that a board is read from: while the text is the same, they have only been written to, and were not replaced or set
 * back to an earlier time.
 */
export async function boardSource(db: Db): Promise<string> {
  const { rows } = await sql<{ source: string }>`
    select concat_ws(' ', (select system_identifier from pg_control_system()),
      (select timeline_id from pg_control_checkpoint()),
      (select string_agg(pg_relation_filenode(oid)::text, ' ' order by relname) from pg_class
        where relnamespace = current_schema()::regnamespace and relname in ('stations', 'station_states'))) as source`.execute(
    db,
  );
  return rows[0]?.source ?? "";
}

/** The oldest running transaction: everything that a reader has not seen yet was written by this one or a later one. */
export async function oldestTransaction(db: Db): Promise<string> {
  const found = await sql<{ xmin: string }>`select pg_snapshot_xmin(pg_current_snapshot())::text as xmin`.execute(db);
  return found.rows[0]?.xmin ?? "0";
}

type Since = { horizon: string; after: string; limit: number };

/** Names of stations whose facts changed in transaction `horizon` or later, by name. */
export async function changedFacts(db: Db, { horizon, after, limit }: Since): Promise<string[]> {
  const found = await sql<{ name: string }>`
    select name from stations where changed_xid >= ${horizon}::xid8 and name > ${after}
    order by name limit ${limit}`.execute(db);
  return found.rows.map(({ name }) => name);
}

/** A state that has changed. `changed_by` is the server that wrote it together with its snapshot; null if it was changed otherwise. */
export type ChangedState = { station_name: string; version: number; changed_by: string | null };

/** The same for states, without those that `server` itself wrote last: the rest is found by its writer, as every write is a change. */
export async function changedStates(
  db: Db,
  { horizon, after, limit, server }: Since & { server: string },
): Promise<ChangedState[]> {
  const found = await sql<ChangedState>`
    select station_name, version, changed_by from station_states
    where (changed_by is null or changed_by < ${server} or changed_by > ${server})
      and changed_xid >= ${horizon}::xid8 and station_name > ${after}
    order by station_name limit ${limit}`.execute(db);
  return found.rows;
}

/** The same for what was evaluated about their readiness. */
export async function changedReadiness(
  db: Db,
  { horizon, after, limit, server }: Since & { server: string },
): Promise<string[]> {
  const found = await sql<{ station_name: string }>`
    select station_name from station_readiness
    where changed_xid >= ${horizon}::xid8 and station_name > ${after} and changed_by is distinct from ${server}
    order by station_name limit ${limit}`.execute(db);
  return found.rows.map(({ station_name }) => station_name);
}

const MAX_STATIONS = 1_000;

/** A time in the wire format. */
function iso(column: string): RawBuilder<string> {
  return isoText(sql.ref(column));
}

const latestConfig = sql`
  select json_build_object('created', ${iso("created")}, 'version_api', version_api, 'version_firmware', version_firmware,
    'positions', positions, 'offsets', offsets, 'unit_configs', unit_configs, 'streaming_turn', streaming_turn)::text as latest,
    ${iso("seen")} as seen
  from station_configs where station_name = s.name order by created desc limit 1`;

/** The newest revision, with the columns `more` added. */
function latestEntry(table: "ssot_entries" | "replaceables_entries", more = sql``): RawBuilder<unknown> {
  return sql`
    select entry || jsonb_build_object('created', ${iso("created")}) ${more}
    from ${sql.table(table)} where station_name = s.name order by created desc limit 1`;
}

/** Stations that may connect, the same ones that `authenticateStations` accepts. */
const inService: RawBuilder<unknown> = sql`api_password_hash is not null and telemetry_enabled and retired is null`;

/** Stations that changed in transaction `horizon` or later, with their stored secrets; null for those that may not connect. */
export async function changedCredentials(db: Db, horizon: string): Promise<{ name: string; hash: string | null }[]> {
  const { rows } = await sql<{ name: string; hash: string | null }>`
    select name, case when ${inService} then api_password_hash end as hash
    from stations where changed_xid >= ${horizon}::xid8 order by name`.execute(db);
  return rows;
}

/**
 * The title of a station `s`: its description and its serial number, as on its page; its name without them. One that is given twice is
 * written once.
 */
export const stationTitle: RawBuilder<string> = sql<string>`coalesce(
  nullif(concat_ws(', ', nullif(nullif(s.description, ''), s.serial_number), nullif(s.serial_number, '')), ''), s.name)`;
