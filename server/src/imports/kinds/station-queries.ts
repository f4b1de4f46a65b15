import type { CalendarDate, Timestamp } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import { lockInPieces, type Db } from "../../platform/db/index.ts";

/** The fields of a station that files have, and when it was retired and edited. The names of its tags are in order. */
export type StoredStation = {
  name: string;
  serial_number: string;
  station_type: string;
  organization_name: string;
  site: string | null;
  station_tags: string;
  location_deployment: string;
  description: string;
  hexone_uri_base: string | null;
  shipped: CalendarDate | null;
  actual: boolean;
  version_api: string;
  retired: Timestamp | null;
  edited: Timestamp | null;
  edited_by: string | null;
};

/** Rows with the names of columns of `stations`. */
type StationRow = { name: string };

/** The most stations and organizations that files can be about. */
const MOST = 100_000;

/** All stations, including retired ones, by name; at most 100,000. */
export async function selectStations(db: Db): Promise<StoredStation[]> {
  const found = await sql<StoredStation>`
    select s.name, serial_number, station_type, o.name as organization_name, p.name as site,
      coalesce(tags.names, '') as station_tags, location_deployment, description, hexone_uri_base, shipped, actual,
      version_api, retired, edited, edited_by
    from stations s join organizations o on o.id = s.org_id left join sites p on p.id = s.site_id
    left join (
      select station_name, string_agg(distinct t.name collate "C", ';') as names
      from tagged_stations join station_tags t on t.id = tag_id group by station_name
    ) tags on tags.station_name = s.name
    order by s.name limit ${MOST}`.execute(db);
  return found.rows;
}

/** All organizations, by name; at most 100,000. */
export async function selectOrganizations(db: Db): Promise<{ id: number; name: string }[]> {
  return db.selectFrom("organizations").select(["id", "name"]).orderBy("name").limit(MOST).execute();
}

/** Locks stations until the transaction ends, in the order of their names. */
export async function lockStations(tx: Db, names: readonly string[]): Promise<void> {
  await lockInPieces(tx, names, (piece) =>
    sql`select from stations where name = any(${piece}) order by name for no key update`.execute(tx),
  );
}

/** The organization of each of some stations, by name. */
export async function selectOrganizationIds(tx: Db, names: readonly string[]): Promise<Map<string, number>> {
  const found = await sql<{ name: string; org_id: number }>`
    select name, org_id from stations where name = any(${names}) limit ${names.length}`.execute(tx);
  return new Map(found.rows.map(({ name, org_id }) => [name, org_id]));
}

/** Adds stations. Fails when a name or serial number is taken. */
export async function insertStations(tx: Db, stations: readonly StationRow[]): Promise<void> {
  await sql`
    insert into stations (name, serial_number, station_type, org_id, location_deployment, description, hexone_uri_base,
      shipped, actual, version_api)
    select name, serial_number, station_type, org_id, location_deployment, description, hexone_uri_base, shipped, actual,
      version_api
    from json_populate_recordset(null::stations, ${JSON.stringify(stations)}::json)`.execute(tx);
}

/** Changes stations. Fails when a serial number is taken. */
export async function updateStations(tx: Db, stations: readonly StationRow[]): Promise<void> {
  await sql`
    update stations s
    set serial_number = n.serial_number, org_id = n.org_id, location_deployment = n.location_deployment,
      description = n.description, hexone_uri_base = n.hexone_uri_base, shipped = n.shipped, actual = n.actual,
      retired = n.retired, edited = n.edited, edited_by = n.edited_by
    from json_populate_recordset(null::stations, ${JSON.stringify(stations)}::json) n
    where s.name = n.name`.execute(tx);
}
