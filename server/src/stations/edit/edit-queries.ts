import type { CalendarDate, Timestamp } from "@groundcrew/shared/lib";
import type { EnteredLocation, LocationPurpose, NewStation } from "@groundcrew/shared/stations";
import { sql } from "kysely";
import type { Db } from "../../platform/db/index.ts";
import type { Scope } from "../../platform/http/index.ts";

/** The stored fields of a station that users can change. */
export type StationRecord = {
  serial_number: string;
  description: string;
  org_id: number;
  location_deployment: string;
  actual: boolean;
  telemetry_enabled: boolean;
  api_password_hash: string | null;
  hexone_uri_base: string | null;
  shipped: CalendarDate | null;
  retired: Timestamp | null;
};

/** When a station was last edited, and by whom; null before the first edit. */
export type LastEdit = { edited: Timestamp | null; edited_by: string | null };

/** A station in the scope, retired or not; undefined when it does not exist or is not in the scope. */
export async function findStation(
  db: Db,
  name: string,
  { orgId }: Scope,
): Promise<{ org_id: number; created: Timestamp; changed_xid: string } | undefined> {
  return db
    .selectFrom("stations")
    .select(["org_id", "created", "changed_xid"])
    .where("name", "=", name)
    .$if(orgId !== null, (query) => query.where("org_id", "=", orgId))
    .executeTakeFirst();
}

/**
 * The same, and locks the station until the transaction ends: data of the station that is written under this lock cannot change meanwhile.
 */
export async function lockStation(tx: Db, name: string, { orgId }: Scope): Promise<{ org_id: number } | undefined> {
  return tx
    .selectFrom("stations")
    .select("org_id")
    .where("name", "=", name)
    .$if(orgId !== null, (query) => query.where("org_id", "=", orgId))
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** The same lock, with all fields that can be edited and who last edited them. */
export async function lockRecord(
  tx: Db,
  name: string,
  { orgId }: Scope,
): Promise<{ record: StationRecord; lastEdit: LastEdit } | undefined> {
  const found = await tx
    .selectFrom("stations")
    .select(["serial_number", "description", "org_id", "location_deployment", "actual", "telemetry_enabled"])
    .select(["api_password_hash", "hexone_uri_base", "shipped", "retired", "edited", "edited_by"])
    .where("name", "=", name)
    .$if(orgId !== null, (query) => query.where("org_id", "=", orgId))
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!found) return undefined;
  const { edited, edited_by, ...record } = found;
  return { record, lastEdit: { edited, edited_by } };
}

/** Adds a station. Fails when its name or serial number is taken. */
export async function insertStation(tx: Db, { api_version, ...station }: NewStation, orgId: number): Promise<void> {
  await tx
    .insertInto("stations")
    .values({ ...station, version_api: api_version, org_id: orgId })
    .execute();
}

/** Changes a station. Fails when its serial number is taken. */
export async function updateStation(tx: Db, name: string, changed: StationRecord & LastEdit): Promise<void> {
  await tx.updateTable("stations").set(changed).where("name", "=", name).execute();
}

/** The changes of each station by an act on several. */
export type StationChange = {
  name: string;
  org_id: number;
  site_id: number | null;
  retired: Timestamp | null;
  edited: Timestamp;
};

/** Moves, retires or restores stations. A site that their organization does not have leaves them without one. */
export async function changeStations(tx: Db, changes: readonly StationChange[], by: string): Promise<void> {
  await sql`
    update stations s set org_id = n.org_id, retired = n.retired, edited = n.edited, edited_by = ${by},
      site_id = (select id from sites where sites.org_id = n.org_id and id = n.site_id)
    from jsonb_to_recordset(${JSON.stringify(changes)})
      n(name text, org_id integer, site_id integer, retired timestamptz, edited timestamptz)
    where s.name = n.name`.execute(tx);
}

/** Whether an organization with this id exists. It cannot be deleted until the transaction ends. */
export async function hasOrganization(tx: Db, id: number): Promise<boolean> {
  const row = await tx.selectFrom("organizations").select("id").where("id", "=", id).forKeyShare().executeTakeFirst();
  return row !== undefined;
}

/** Id of the organization with this name; undefined when there is none. */
export async function organizationNamed(tx: Db, name: string): Promise<number | undefined> {
  const row = await tx
    .selectFrom("organizations")
    .select("id")
    .where("name", "=", name)
    .forKeyShare()
    .executeTakeFirst();
  return row?.id;
}

/** Adds a location of a station, which becomes its current one. */
export async function insertLocation(
  tx: Db,
  station: string,
  location: { lat: number | null; lng: number | null; street_address: string | null; purpose: LocationPurpose },
): Promise<EnteredLocation> {
  return tx
    .insertInto("station_locations")
    .values({ station_name: station, ...location })
    .returning(["lat", "lng", "street_address", "purpose", "created"])
    .executeTakeFirstOrThrow();
}

/**
 * Stores that the links of stations are down, with a history point each. The version of a state changes, so a decision based on the state before has to
 * be made again. Links that are down already stay as they are.
 */
export async function endLinks(tx: Db, stations: readonly string[], now: Timestamp): Promise<void> {
  await sql`
    with ended as (
      update station_states
      set linked = false, version = version + 1, changed_xid = pg_current_xact_id(), changed_by = null
      where station_name = any(${stations}) and linked
      returning station_name
    )
    insert into station_history (station_name, minute, swaps_performed, error_count, online, door, pad,
      door_reported, pad_reported)
    select newest.station_name, greatest(newest.minute, date_trunc('minute', ${now}::timestamptz)), newest.swaps_performed,
      newest.error_count, false, newest.door, newest.pad, false, false
    from ended cross join lateral (
      select station_name, minute, swaps_performed, error_count, door, pad from station_history
      where station_name = ended.station_name order by minute desc limit 1
    ) newest
    on conflict (station_name, minute) do update set online = false`.execute(tx);
}

/** Clears a station's counters and its link state: the next birth is accepted with any counters that are plausible. */
export async function resetCounters(tx: Db, station: string, now: Timestamp): Promise<void> {
  await endLinks(tx, [station], now);
  await sql`
    update station_states
    set boot = 0, seq = 0, born_seq = 0, version = version + 1, changed_xid = pg_current_xact_id(), changed_by = null
    where station_name = ${station}`.execute(tx);
}
