import { sql, type RawBuilder } from "kysely";
import type { Db } from "../platform/db/index.ts";
import { notFound, type Scope } from "../platform/http/index.ts";

type Site = { id: number; name: string; org_id: number };

/** The names of the stations that are at a site and have a tag now. */
export type Placed = { site: Site | null; tag: string | null; stations: readonly string[] };

type Wanted = {
  /** Of this organization only. */
  orgId: number | null | undefined;
  site?: number | undefined;
  tag?: string | undefined;
  /** Mocked stations are in no report. */
  hasMocked?: boolean;
};

/** More stations than the largest fleet has. */
export const MOST_STATIONS = 200_000;

/**
 * The stations that a caller asks for by a site, a tag or both; null if by neither. A site that the caller may not see, or of another organization than
 * the one asked for, is a 404.
 */
export async function findPlaced(db: Db, wanted: Wanted, scope: Scope): Promise<Placed | null> {
  const { orgId = null, site: siteId, tag } = wanted;
  if (siteId === undefined && tag === undefined) return null;
  const site = siteId === undefined ? null : await findSite(db, siteId, { orgId, scope });
  if (site === undefined) throw notFound();
  return { site, tag: tag ?? null, stations: await selectPlaced(db, wanted, scope) };
}

async function findSite(
  db: Db,
  id: number,
  { orgId, scope }: { orgId: number | null; scope: Scope },
): Promise<Site | undefined> {
  const found = await sql<Site>`
    select id, name, org_id from sites where id = ${id}
      and (${scope.orgId}::integer is null or org_id = ${scope.orgId}) and (${orgId}::integer is null or org_id = ${orgId})`.execute(
    db,
  );
  return found.rows[0];
}

/** The names of stations in order. A tag is one that their rows have for the caller: the provider's for admins only. */
async function selectPlaced(db: Db, wanted: Wanted, scope: Scope): Promise<string[]> {
  const { hasMocked = false } = wanted;
  const [orgId, site, tag] = [wanted.orgId ?? null, wanted.site ?? null, wanted.tag ?? null];
  const found = await sql<{ name: string }>`
    select s.name from stations s
    where (${hasMocked} or s.actual)
      and (${scope.orgId}::integer is null or s.org_id = ${scope.orgId}) and (${orgId}::integer is null or s.org_id = ${orgId})
      and (${site}::integer is null or s.site_id = ${site})
      and (${tag}::text is null or s.name in (
        select g.station_name from tagged_stations g join station_tags t on t.id = g.tag_id join organizations o on o.id = t.org_id
        where t.name = ${tag} and (${scope.orgId}::integer is null or t.org_id = ${scope.orgId}) and (${scope.admin} or not o.is_provider)))
    order by s.name limit ${MOST_STATIONS}`.execute(db);
  return found.rows.map(({ name }) => name);
}

/** True if a column with the name of a station has one of some; always for null, which is all of them. */
export function isOneOf(column: RawBuilder<unknown>, stations: readonly string[] | null): RawBuilder<unknown> {
  return stations === null ? sql`true` : sql`${column} in (select unnest(${stations}::text[]))`;
}
