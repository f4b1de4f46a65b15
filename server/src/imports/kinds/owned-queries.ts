import { sql } from "kysely";
import type { Db } from "../../platform/db/index.ts";

/** Tables whose rows belong to organizations, where they have names. */
export type OwnedTable = "sites" | "station_tags";

/** A row with those of its columns that files have. */
export type OwnedRow = { id: number; org_id: number; organization: string; name: string; rev: number } & Record<
  string,
  unknown
>;

/** The most rows that files can be about. */
const MOST = 100_000;

const columnsOf = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)));
const rowsOf = (table: OwnedTable, rows: readonly object[]) =>
  sql`json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`;

/** All rows, with some columns, by organization and name; at most 100,000. */
export async function selectOwned(db: Db, table: OwnedTable, columns: readonly string[]): Promise<OwnedRow[]> {
  const selected = sql.join(columns.map((column) => sql.ref(`t.${column}`)));
  const found = await sql<OwnedRow>`
    select t.id, t.org_id, o.name as organization, t.name, t.rev, ${selected}
    from ${sql.table(table)} t join organizations o on o.id = t.org_id
    order by o.name, t.name, t.id limit ${MOST}`.execute(db);
  return found.rows;
}

/** Locks organizations by name, so that others who count or add their rows wait until the transaction ends, and then rows by number. */
export async function lockOwned(
  tx: Db,
  table: OwnedTable,
  { ids, organizations }: { ids: readonly number[]; organizations: readonly string[] },
): Promise<void> {
  await sql`select from organizations where name = any(${organizations}) order by id for no key update`.execute(tx);
  await sql`select from ${sql.table(table)} where id = any(${ids}::integer[]) order by id for update`.execute(tx);
}

/** Adds rows; returns their numbers. Fails when a name is taken. */
export async function insertOwned(
  tx: Db,
  table: OwnedTable,
  { columns, rows }: { columns: readonly string[]; rows: readonly object[] },
): Promise<{ id: number; org_id: number; name: string }[]> {
  const added = await sql<{ id: number; org_id: number; name: string }>`
    insert into ${sql.table(table)} (org_id, name, ${columnsOf(columns)})
    select org_id, name, ${columnsOf(columns)} from ${rowsOf(table, rows)} returning id, org_id, name`.execute(tx);
  return added.rows;
}

/** Changes rows by their numbers. Each then has its next revision. */
export async function updateOwned(
  tx: Db,
  table: OwnedTable,
  { columns, rows }: { columns: readonly string[]; rows: readonly object[] },
): Promise<void> {
  const set = sql.join(columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(`n.${column}`)}`));
  await sql`
    update ${sql.table(table)} t set ${set}, rev = t.rev + 1 from ${rowsOf(table, rows)} n where t.id = n.id`.execute(
    tx,
  );
}

/** Removes rows by their numbers. */
export async function deleteOwned(tx: Db, table: OwnedTable, ids: readonly number[]): Promise<void> {
  await sql`delete from ${sql.table(table)} where id = any(${ids}::integer[])`.execute(tx);
}

/** The stations that have some sites or tags, by name, each with the number of one and its serial number. */
export async function selectStationsWith(db: Db, table: OwnedTable, ids: readonly number[]): Promise<StationWith[]> {
  const found =
    table === "sites"
      ? sql<StationWith>`
          select name as station, serial_number, site_id as id from stations where site_id = any(${ids}::integer[])
          order by name limit ${MOST}`
      : sql<StationWith>`
          select station_name as station, serial_number, tag_id as id from tagged_stations
          join stations on name = station_name where tag_id = any(${ids}::integer[])
          order by station_name, tag_id limit ${MOST}`;
  return (await found.execute(db)).rows;
}

type StationWith = { station: string; serial_number: string; id: number };
