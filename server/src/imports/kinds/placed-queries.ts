import { sql } from "kysely";
import type { Db } from "../../platform/db/index.ts";

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
