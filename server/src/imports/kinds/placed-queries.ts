import { sql } from "kysely";
import type { Db } from "../../platform/db/index.ts";
import type { Placed } from "../../sites/index.ts";

export type StoredSite = { id: number; org_id: number; organization: string; name: string };
export type StoredTag = { id: number; organization: string; name: string; is_staff: boolean };

/** The most sites and tags that files can name. */
const MOST = 400_000;

/** All sites, by number. */
export async function selectSiteNames(db: Db): Promise<StoredSite[]> {
  const found = await sql<StoredSite>`
    select s.id, s.org_id, o.name as organization, s.name from sites s join organizations o on o.id = s.org_id
    order by s.id limit ${MOST}`.execute(db);
  return found.rows;
}

/** All tags of stations, by number. */
export async function selectTagNames(db: Db): Promise<StoredTag[]> {
  const found = await sql<StoredTag>`
    select t.id, o.name as organization, t.name, o.is_provider as is_staff
    from station_tags t join organizations o on o.id = t.org_id order by t.id limit ${MOST}`.execute(db);
  return found.rows;
}

/**
 * Keeps sites and tags with some names from being changed until the transaction ends. Who changes one locks it before its stations: so do this before
 * stations are locked. Sites that may be removed are locked for that.
 */
export async function keepNamed(
  tx: Db,
  { sites, tags, removes }: { sites: readonly string[]; tags: readonly string[]; removes: boolean },
): Promise<void> {
  await sql`
    select from sites where lower(name) in (select lower(n) from unnest(${sites}::text[]) n) order by id
    ${removes ? sql`for update` : sql`for key share`}`.execute(tx);
  await sql`select from station_tags where name = any(${tags}::text[]) order by id for key share`.execute(tx);
}

/** A station with its site and tags, and the name of the site. */
export type NamedPlaced = Placed & { site: string | null };

/** The site and the tags of stations, by name. */
export async function selectPlaced(db: Db, names: readonly string[]): Promise<ReadonlyMap<string, NamedPlaced>> {
  const found = await sql<NamedPlaced>`
    select s.name, s.org_id, s.site_id, (select name from sites where id = s.site_id) as site, coalesce(tags.list, '[]') as tags
    from stations s left join (
      select station_name, json_agg(json_build_object('name', t.name, 'org_id', t.org_id) order by t.id) as list
      from tagged_stations join station_tags t on t.id = tag_id
      where station_name = any(${names}) group by station_name
    ) tags on tags.station_name = s.name
    where s.name = any(${names}) order by s.name limit ${names.length}`.execute(db);
  return new Map(found.rows.map((placed) => [placed.name, placed]));
}

/** Adds sites without anything but a name. Fails when it is taken. */
export async function insertSites(tx: Db, sites: readonly { org_id: number; name: string }[]): Promise<StoredId[]> {
  const added = await sql<StoredId>`
    insert into sites (org_id, name) select org_id, name
    from json_to_recordset(${JSON.stringify(sites)}::json) n(org_id integer, name text)
    returning id, org_id, name`.execute(tx);
  return added.rows;
}
type StoredId = Omit<StoredSite, "organization">;

/** Removes those of some sites that nobody has changed and no station has; returns them. */
export async function deleteUnusedSites(tx: Db, ids: readonly number[]): Promise<StoredId[]> {
  const removed = await sql<StoredId>`
    delete from sites where id = any(${ids}::integer[]) and rev = 1
      and not exists (select from stations where org_id = sites.org_id and site_id = sites.id)
    returning id, org_id, name`.execute(tx);
  return removed.rows;
}

/** Sets the site of each of some stations, to one of its organization or to none. */
export async function setSites(tx: Db, placed: readonly { station: string; site_id: number | null }[]): Promise<void> {
  await sql`
    update stations s set site_id = n.site_id
    from json_to_recordset(${JSON.stringify(placed)}::json) n(station text, site_id integer)
    where s.name = n.station and s.site_id is distinct from n.site_id`.execute(tx);
}

type Tagging = { station: string; tag: string };
const taggingsIn = (taggings: readonly Tagging[]) =>
  sql`json_to_recordset(${JSON.stringify(taggings)}::json) n(station text, tag text)`;

/** Gives stations tags by their names: that of the station's organization, or else the provider's. */
export async function addNamedTags(tx: Db, added: readonly Tagging[]): Promise<void> {
  await sql`
    insert into tagged_stations (station_name, tag_id)
    select distinct on (s.name, t.name) s.name, t.id
    from ${taggingsIn(added)} join stations s on s.name = n.station join station_tags t on t.name = n.tag
    join organizations o on o.id = t.org_id
    where t.org_id = s.org_id or o.is_provider order by s.name, t.name, t.org_id <> s.org_id
    on conflict do nothing`.execute(tx);
}

/** Takes tags from stations by their names, of any organization. */
export async function dropNamedTags(tx: Db, removed: readonly Tagging[]): Promise<void> {
  await sql`
    delete from tagged_stations g using ${taggingsIn(removed)} join station_tags t on t.name = n.tag
    where g.station_name = n.station and g.tag_id = t.id`.execute(tx);
}
