import {
  PLACES_LISTED_MAX,
  siteRecord,
  tagRecord,
  type NewSite,
  type NewTag,
  type SiteEdit,
  type SiteRecord,
  type TagEdit,
  type TagRecord,
} from "@groundcrew/shared/sites";
import { sql } from "kysely";
import { z } from "zod";
import type { Db } from "../platform/db/index.ts";

const SITE = ["id", "name", "place", "lat", "lng", "radius_m", "time_zone", "note", "rev"] as const;
const TAG = ["id", "name", "meaning", "note", "rev"] as const;

const sitesWith = (db: Db) =>
  db
    .selectFrom("sites")
    .innerJoin("organizations", "organizations.id", "sites.org_id")
    .select(SITE.map((column) => `sites.${column}` as const))
    .select(["sites.org_id", "organizations.name as organization"]);

const tagsWith = (db: Db) =>
  db
    .selectFrom("station_tags")
    .innerJoin("organizations", "organizations.id", "station_tags.org_id")
    .select(TAG.map((column) => `station_tags.${column}` as const))
    .select(["station_tags.org_id", "organizations.name as organization", "organizations.is_provider as is_staff"]);

/** The sites of an organization, or of all for null, by name; at most 10,000. */
export async function selectSites(db: Db, orgId: number | null): Promise<SiteRecord[]> {
  const rows = await sitesWith(db)
    .$if(orgId !== null, (query) => query.where("sites.org_id", "=", orgId))
    .orderBy((eb) => eb.fn("lower", ["sites.name"]))
    .orderBy("sites.id")
    .limit(PLACES_LISTED_MAX)
    .execute();
  return z.array(siteRecord).parse(rows);
}

/** Where a site is, and its name. */
export type SitePlace = Pick<SiteRecord, "org_id" | "name" | "lat" | "lng" | "radius_m">;

/** The places of all sites of an organization, or of all for null, by number. */
export async function selectPlaces(db: Db, orgId: number | null): Promise<SitePlace[]> {
  return db
    .selectFrom("sites")
    .select(["org_id", "name", "lat", "lng", "radius_m"])
    .$if(orgId !== null, (query) => query.where("org_id", "=", orgId))
    .orderBy("id")
    .execute();
}

/** A site by its number, within an organization or any for null. */
export async function findSite(db: Db, id: number, orgId: number | null): Promise<SiteRecord | undefined> {
  const row = await sitesWith(db)
    .where("sites.id", "=", id)
    .$if(orgId !== null, (query) => query.where("sites.org_id", "=", orgId))
    .executeTakeFirst();
  return row && siteRecord.parse(row);
}

/** The same. It does not change until the transaction ends. */
export async function lockSite(tx: Db, id: number, orgId: number | null): Promise<SiteRecord | undefined> {
  await tx.selectFrom("sites").select("id").where("id", "=", id).forUpdate().executeTakeFirst();
  return findSite(tx, id, orgId);
}

/** Others that count or create sites or tags of these organizations wait until the transaction ends. */
export async function lockOrganizations(tx: Db, ids: readonly number[]): Promise<void> {
  await tx.selectFrom("organizations").select("id").where("id", "in", ids).orderBy("id").forNoKeyUpdate().execute();
}

/** The numbers of an organization's sites and tags. Others that count or create some wait until the transaction ends. */
export async function countOf(tx: Db, orgId: number): Promise<{ sites: number; tags: number }> {
  await lockOrganizations(tx, [orgId]);
  const found = await sql<{ sites: number; tags: number }>`
    select (select count(*) from sites where org_id = ${orgId})::integer as sites,
      (select count(*) from station_tags where org_id = ${orgId})::integer as tags`.execute(tx);
  return found.rows[0] ?? { sites: 0, tags: 0 };
}

/** Adds a site; returns its number. Fails when its name is taken. */
export async function insertSite(tx: Db, site: Omit<NewSite, "stations"> & { org_id: number }): Promise<number> {
  const { id } = await tx.insertInto("sites").values(site).returning("id").executeTakeFirstOrThrow();
  return id;
}

/** Changes a site. Fails when its name is taken. */
export async function updateSite(tx: Db, id: number, site: Omit<SiteEdit, "rev">): Promise<void> {
  await tx
    .updateTable("sites")
    .set((eb) => ({ ...site, rev: eb("rev", "+", 1) }))
    .where("id", "=", id)
    .execute();
}

export async function removeSite(tx: Db, id: number): Promise<void> {
  await tx.deleteFrom("sites").where("id", "=", id).execute();
}

/** The tags of an organization, or of all for null, by name; at most 10,000. */
export async function selectTags(db: Db, orgId: number | null): Promise<TagRecord[]> {
  const rows = await tagsWith(db)
    .$if(orgId !== null, (query) => query.where("station_tags.org_id", "=", orgId))
    .orderBy("station_tags.name")
    .orderBy("station_tags.id")
    .limit(PLACES_LISTED_MAX)
    .execute();
  return z.array(tagRecord).parse(rows);
}

export async function findTag(db: Db, id: number, orgId: number | null): Promise<TagRecord | undefined> {
  const row = await tagsWith(db)
    .where("station_tags.id", "=", id)
    .$if(orgId !== null, (query) => query.where("station_tags.org_id", "=", orgId))
    .executeTakeFirst();
  return row && tagRecord.parse(row);
}

/** Tags do not change until the transaction ends. In the order of their numbers, so that two of these do not deadlock. */
export async function lockTags(tx: Db, ids: readonly number[]): Promise<void> {
  await tx.selectFrom("station_tags").select("id").where("id", "in", ids).orderBy("id").forUpdate().execute();
}

/** How many other tags have a name, of any organization. */
export async function countTagsNamed(tx: Db, name: string, { except }: { except: number }): Promise<number> {
  const { count } = await tx
    .selectFrom("station_tags")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("name", "=", name)
    .where("id", "<>", except)
    .executeTakeFirstOrThrow();
  return count;
}

/** Adds a tag; returns its number. Fails when its name is taken. */
export async function insertTag(tx: Db, tag: NewTag & { org_id: number }): Promise<number> {
  const { id } = await tx.insertInto("station_tags").values(tag).returning("id").executeTakeFirstOrThrow();
  return id;
}

/** Changes a tag. Fails when its name is taken. */
export async function updateTag(tx: Db, id: number, tag: Omit<TagEdit, "rev">): Promise<void> {
  await tx
    .updateTable("station_tags")
    .set((eb) => ({ ...tag, rev: eb("rev", "+", 1) }))
    .where("id", "=", id)
    .execute();
}

export async function removeTag(tx: Db, id: number): Promise<void> {
  await tx.deleteFrom("station_tags").where("id", "=", id).execute();
}

/** How many stations that are not retired have each tag of an organization, or of all for null. Tags without any are left out. */
export async function countTagged(db: Db, orgId: number | null): Promise<ReadonlyMap<number, number>> {
  const found = await sql<{ tag_id: number; count: number }>`
    select g.tag_id, count(*)::integer as count from station_tags t join tagged_stations g on g.tag_id = t.id
    join stations s on s.name = g.station_name and s.retired is null
    where ${orgId}::integer is null or t.org_id = ${orgId}
    group by g.tag_id order by g.tag_id`.execute(db);
  return new Map(found.rows.map(({ tag_id, count }) => [tag_id, count]));
}

/** The stations with a tag, by name. */
export async function stationsWithTag(db: Db, id: number): Promise<string[]> {
  const rows = await db
    .selectFrom("tagged_stations")
    .select("station_name")
    .where("tag_id", "=", id)
    .orderBy("station_name")
    .execute();
  return rows.map(({ station_name }) => station_name);
}

/** Gives the stations with a tag another one. */
export async function replaceTag(tx: Db, id: number, into: number): Promise<void> {
  await sql`
    insert into tagged_stations (station_name, tag_id)
    select station_name, ${into} from tagged_stations where tag_id = ${id} order by station_name
    on conflict do nothing`.execute(tx);
}

/** The stations of a site, by name. */
export async function stationsOfSite(db: Db, { id, org_id }: Pick<SiteRecord, "id" | "org_id">): Promise<string[]> {
  const rows = await db
    .selectFrom("stations")
    .select("name")
    .where("org_id", "=", org_id)
    .where("site_id", "=", id)
    .orderBy("name")
    .execute();
  return rows.map(({ name }) => name);
}

/** Those of some stations for which no site is suggested. */
export async function selectUnsuggested(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom("unsuggested_stations").select("station_name").orderBy("station_name").execute();
  return new Set(rows.map(({ station_name }) => station_name));
}

export async function insertUnsuggested(tx: Db, stations: readonly string[]): Promise<void> {
  await sql`
    insert into unsuggested_stations (station_name) select unnest(${stations}::text[]) on conflict do nothing`.execute(
    tx,
  );
}
