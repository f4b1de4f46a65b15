import type { Placement } from "@groundcrew/shared/sites";
import { sql } from "kysely";
import { inPieces, type Db } from "../platform/db/index.ts";

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
  const locked = await sql<{ name: string }>`
    select s.name from stations s
    where s.name = any(${names}) and (${orgId}::integer is null or s.org_id = ${orgId})
    order by s.name limit ${names.length} for no key update of s`.execute(tx);
  // Read after the lock, so that they cannot change meanwhile.
  return selectPlaced(
    tx,
    locked.rows.map(({ name }) => name),
  );
}

/** Stations with the name of their site, by name. */
export async function selectPlaced(
  db: Db,
  names: readonly string[],
): Promise<(PlacedStation & { site: string | null })[]> {
  const found = await sql<Omit<PlacedStation, "tags"> & { site: string | null }>`
    select s.name, s.serial_number, s.org_id, s.site_id, (select name from sites where id = s.site_id) as site
    from stations s where s.name = any(${names}) order by s.name limit ${names.length}`.execute(db);
  const tags = await tagsOf(db, names);
  return found.rows.map((station) => Object.assign(station, { tags: tags.get(station.name) ?? [] }));
}

/** The tags of stations, by name; without the stations that have none. */
export async function tagsOf(db: Db, names: readonly string[]): Promise<ReadonlyMap<string, PlacedTag[]>> {
  const { rows } = await sql<PlacedTag & { station_name: string }>`
    select g.station_name, t.id, t.name, t.org_id, o.is_provider as staff
    from tagged_stations g join station_tags t on t.id = g.tag_id join organizations o on o.id = t.org_id
    where g.station_name = any(${names}) order by g.station_name, t.name, t.id`.execute(db);
  return Map.groupBy(rows, ({ station_name }) => station_name);
}

/** A locked station, with the site and the ids of the tags that it is to have. */
type NewPlace = { station: Omit<PlacedStation, "serial_number">; site_id: number | null; tags: readonly number[] };

/** Gives stations their sites and tags. They do not get those that were deleted meanwhile, or are of other organizations than their own or the provider. */
export async function storePlaces(tx: Db, places: readonly NewPlace[]): Promise<void> {
  const sites = places.flatMap(({ station: { name, site_id: before }, site_id }) =>
    site_id === before ? [] : { station: name, site_id },
  );
  const changes = places.map(({ station: { name, tags }, tags: after }) => {
    const before = tags.map(({ id }) => id);
    const of = (ids: readonly number[]) => ids.map((tag) => ({ station: name, tag }));
    return {
      added: of(after.filter((id) => !before.includes(id))),
      dropped: of(before.filter((id) => !after.includes(id))),
    };
  });
  await inPieces(sites, (piece) => setSites(tx, piece));
  await inPieces(
    changes.flatMap(({ dropped }) => dropped),
    (piece) => dropTags(tx, piece),
  );
  await inPieces(
    changes.flatMap(({ added }) => added),
    (piece) => addTags(tx, piece),
  );
}

async function setSites(tx: Db, sites: readonly { station: string; site_id: number | null }[]): Promise<void> {
  await sql`
    update stations s set site_id = (select id from sites where sites.org_id = s.org_id and sites.id = n.site_id)
    from jsonb_to_recordset(${JSON.stringify(sites)}) n(station text, site_id integer)
    where s.name = n.station`.execute(tx);
}

/** Tags with some names of some organizations, or of the provider. */
async function tagsNamed(tx: Db, names: readonly string[], orgIds: readonly number[]): Promise<PlacedTag[]> {
  const found = await sql<PlacedTag>`
    select t.id, t.name, t.org_id, o.is_provider as staff from station_tags t join organizations o on o.id = t.org_id
    where t.name = any(${names}) and (o.is_provider or t.org_id = any(${orgIds}::integer[]))
    order by t.id`.execute(tx);
  return found.rows;
}

/** Finds the tag with a name for a station: of its organization, or else of the provider. */
export async function tagFinder(tx: Db, names: readonly string[], stations: readonly { org_id: number }[]) {
  const orgIds = [...new Set(stations.map(({ org_id }) => org_id))];
  const byName = Map.groupBy(names.length === 0 ? [] : await tagsNamed(tx, names, orgIds), ({ name }) => name);
  return ({ org_id }: { org_id: number }, name: string): PlacedTag | undefined => {
    const named = byName.get(name) ?? [];
    return named.find((tag) => tag.org_id === org_id) ?? named.find(({ staff }) => staff);
  };
}

type Tagging = { station: string; tag: number };

async function addTags(tx: Db, added: readonly Tagging[]): Promise<void> {
  await sql`
    insert into tagged_stations (station_name, tag_id)
    select s.name, t.id from jsonb_to_recordset(${JSON.stringify(added)}) n(station text, tag integer)
    join stations s on s.name = n.station join station_tags t on t.id = n.tag join organizations o on o.id = t.org_id
    where t.org_id = s.org_id or o.is_provider
    order by s.name, t.id
    on conflict do nothing`.execute(tx);
}

async function dropTags(tx: Db, dropped: readonly Tagging[]): Promise<void> {
  await sql`
    delete from tagged_stations g using jsonb_to_recordset(${JSON.stringify(dropped)}) n(station text, tag integer)
    where g.station_name = n.station and g.tag_id = n.tag`.execute(tx);
}
