import type { Timestamp } from "@groundcrew/shared/lib";
import type { FieldValue } from "@groundcrew/shared/ssot";
import type { StationType } from "@groundcrew/shared/telemetry";
import { sql } from "kysely";
import type { Db } from "../platform/db/index.ts";

/** The tables with revisions: stations' SSoT entries, or their replaceables. */
export type RevisionTable = "ssot_entries" | "replaceables_entries";

/** A stored revision. `author` is the name of the user who saved it, or their email address. */
export type Revision = { created: Timestamp; author: string; entry: Record<string, FieldValue> };

const MAX_REVISIONS = 500;

/** The SSoT revisions of a station, newest first, at most 500. */
export function selectRevisions(db: Db, station: string): Promise<Revision[]> {
  return newest(db, station, { table: "ssot_entries", limit: MAX_REVISIONS });
}

/** The newest revision of a station; undefined when there is none. */
export async function latestRevision(db: Db, station: string, table: RevisionTable): Promise<Revision | undefined> {
  const [latest] = await newest(db, station, { table, limit: 1 });
  return latest;
}

/** Adds a revision, which must be later than all earlier ones. */
export async function insertRevision(
  tx: Db,
  table: RevisionTable,
  { station, author, created, entry }: Revision & { station: string },
): Promise<void> {
  await tx
    .insertInto(table)
    .values({ station_name: station, created, author, entry: JSON.stringify(entry) })
    .execute();
}

/** A station with its newest revision, if it has one. */
export type StationEntry = { name: string; serial_number: string; retired: Timestamp | null } & (
  | Revision
  | { created: null; author: null; entry: null }
);

/** The stations of a type with their newest revisions, by name, including retired ones; at most 100,000. */
export async function selectLatest(db: Db, table: RevisionTable, type: StationType): Promise<StationEntry[]> {
  const found = await sql<StationEntry>`
    select s.name, s.serial_number, s.retired, e.created, e.author, e.entry
    from stations s left join lateral (
      select created, author, entry from ${sql.table(table)} where station_name = s.name order by created desc limit 1
    ) e on true
    where s.station_type = ${type} order by s.name limit 100000`.execute(db);
  return found.rows;
}

/** Adds a revision to each of some stations, which must be later than all their earlier ones. */
export async function insertRevisions(
  tx: Db,
  table: RevisionTable,
  revisions: readonly (Revision & { station_name: string })[],
): Promise<void> {
  await sql`
    insert into ${sql.table(table)} (station_name, created, author, entry)
    select station_name, created, author, entry
    from json_to_recordset(${JSON.stringify(revisions)}::json)
      as r(station_name text, created timestamptz, author text, entry jsonb)`.execute(tx);
}

async function newest(
  db: Db,
  station: string,
  { table, limit }: { table: RevisionTable; limit: number },
): Promise<Revision[]> {
  const found = await sql<Revision>`
    select created, author, entry from ${sql.table(table)} where station_name = ${station}
    order by created desc limit ${limit}`.execute(db);
  return found.rows;
}
