import type { Placement } from "@groundcrew/shared/sites";
import { sql } from "kysely";
import type { Db } from "../platform/db/index.ts";

/** A tag that stations have. Those of the `staff` stay when a station moves. */
export type PlacedTag = { id: number; name: string; org_id: number; staff: boolean };

/** A station with its site, and its tags of any organization by name. */
export type PlacedStation = {
  name: string;
  serial_number: string;
  org_id: number;
  site_id: number | null;
  tags: PlacedTag[];
};

/**
 * Keeps a site, and tags with some names, from being deleted until the transaction ends. Who deletes one locks it before its stations: so do this before
 * `lockPlaced`.
 */
export async function keepPlaces(
  tx: Db,
  { site_id: siteId, add_tags: names }: Pick<Placement, "site_id" | "add_tags">,
): Promise<void> {
  if (siteId !== undefined && siteId !== null)
    await sql`select from sites where id = ${siteId} for key share`.execute(tx);
  if (names.length === 0) return;
  await sql`select from station_tags where name = any(${names}) order by id for key share`.execute(tx);
}

/** Locks stations of an organization, or of any for null, by name. Those that are not in it are left out. */
export async function lockPlaced(tx: Db, names: readonly string[], orgId: number | null): Promise<PlacedStation[]> {
  const locked = await sql<Omit<PlacedStation, "tags">>`
    select s.name, s.serial_number, s.org_id, s.site_id from stations s
    where s.name = any(${names}) and (${orgId}::integer is null or s.org_id = ${orgId})
    order by s.name limit ${names.length} for no key update of s`.execute(tx);
  // Read after the lock, so that they cannot change meanwhile.
  const tags = await tagsOf(
    tx,
    locked.rows.map(({ name }) => name),
  );
  return locked.rows.map((station) => Object.assign(station, { tags: tags.get(station.name) ?? [] }));
}

/** The tags of stations, by name; without the stations that have none. */
export async function tagsOf(db: Db, names: readonly string[]): Promise<ReadonlyMap<string, PlacedTag[]>> {
  const { rows } = await sql<PlacedTag & { station_name: string }>`
    select g.station_name, t.id, t.name, t.org_id, o.is_provider as staff
    from tagged_stations g join station_tags t on t.id = g.tag_id join organizations o on o.id = t.org_id
    where g.station_name = any(${names}) order by g.station_name, t.name, t.id`.execute(db);
  return Map.groupBy(rows, ({ station_name }) => station_name);
}

export async function setSite(tx: Db, stations: readonly string[], siteId: number | null): Promise<void> {
  await sql`
    update stations set site_id = ${siteId} where name = any(${stations}) and site_id is distinct from ${siteId}`.execute(
    tx,
  );
}

/** Tags with some names of some organizations, or of the provider. */
export async function tagsNamed(tx: Db, names: readonly string[], orgIds: readonly number[]): Promise<PlacedTag[]> {
  const found = await sql<PlacedTag>`
    select t.id, t.name, t.org_id, o.is_provider as staff from station_tags t join organizations o on o.id = t.org_id
    where t.name = any(${names}) and (o.is_provider or t.org_id = any(${orgIds}::integer[]))
    order by t.id`.execute(tx);
  return found.rows;
}

type Tagging = { station: string; tag: number };

export async function addTags(tx: Db, added: readonly Tagging[]): Promise<void> {
  if (added.length === 0) return;
  await sql`
    insert into tagged_stations (station_name, tag_id)
    select station, tag from jsonb_to_recordset(${JSON.stringify(added)}) n(station text, tag integer)
    on conflict do nothing`.execute(tx);
}

export async function dropTags(tx: Db, removed: readonly Tagging[]): Promise<void> {
  if (removed.length === 0) return;
  await sql`
    delete from tagged_stations g using jsonb_to_recordset(${JSON.stringify(removed)}) n(station text, tag integer)
    where g.station_name = n.station and g.tag_id = n.tag`.execute(tx);
}
