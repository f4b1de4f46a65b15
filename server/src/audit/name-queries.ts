import { sql } from "kysely";
import type { Db, SharedDb } from "../platform/db/index.ts";
import type { EntryRow } from "./act-queries.ts";
import type { Kind, Thing } from "./name-things.ts";
import type { AuditViewer } from "./visible-entries.ts";

type Author = Pick<EntryRow, "actor_kind" | "actor">;
type Named = { kind: string; id: string; name: string };

/** The names of things by kind and id, as they are spelled in entries. Titles of groups and names of tags are for admins. */
export async function selectNames(db: Db, { isAdmin, orgId }: AuditViewer, things: readonly Thing[]): Promise<Named[]> {
  const texts = (kind: Kind) => [...new Set(things.filter((one) => one.kind === kind).map(({ id }) => id))];
  const ids = (kind: Kind) =>
    texts(kind)
      .filter((id) => /^\d{1,9}$/.test(id))
      .map(Number);
  const own = (column: "org_id" | "id") => (isAdmin ? sql`true` : sql`${sql.ref(column)} = ${orgId}`);
  const found = await sql<Named>`
    select 'station' as kind, name as id, serial_number as name from stations
    where name = any(${texts("station")}::text[]) and ${own("org_id")}
    union all select 'organization', id::text, name from organizations where id = any(${ids("organization")}::integer[]) and ${own("id")}
    union all select 'channel', id::text, name from channels where id = any(${ids("channel")}::integer[]) and ${own("org_id")}
    union all select 'wallboard', id::text, name from wallboards where id = any(${ids("wallboard")}::integer[]) and ${own("org_id")}
    union all select 'site', id::text, name from sites where id = any(${ids("site")}::integer[]) and ${own("org_id")}
    union all select 'station tag', id::text, name from station_tags where id = any(${ids("station tag")}::integer[]) and ${own("org_id")}
    union all select 'saved view', id::text, name from saved_views where id = any(${ids("saved view")}::integer[]) and shared and ${own("org_id")}
    union all select 'alert rule', id::text, name from alert_rules where id = any(${ids("alert rule")}::integer[]) and ${own("org_id")}
    union all select 'notifications of user', id::text, email from users
      where id = any(${ids("notifications of user")}::integer[]) and ${own("org_id")}
    union all select 'error group', id::text, title from error_groups where id = any(${ids("error group")}::integer[]) and ${isAdmin}
    union all select 'support log tag', id::text, name from support_log_tags where id = any(${ids("support log tag")}::integer[]) and ${isAdmin}
    `.execute(db);
  return found.rows;
}

const FOUND_MAX = 200;

/** Emails of users with a text in their names, and names of stations with it in their serial numbers; at most 200 of each. */
export async function selectByName(
  db: Db,
  { isAdmin, orgId }: AuditViewer,
  text: string,
): Promise<{ actors: string[]; stations: string[] }> {
  const isOwn = sql`(${isAdmin} or org_id = ${orgId})`;
  const found = await sql<{ kind: "user" | "station"; id: string }>`
    (select 'user' as kind, email as id from users
    where position(lower(${text}) in lower(name)) > 0 and ${isOwn} order by id limit ${FOUND_MAX})
    union all
    (select 'station', name from stations
    where position(lower(${text}) in lower(serial_number)) > 0 and ${isOwn} order by name limit ${FOUND_MAX})`.execute(
    db,
  );
  const idsOf = (kind: string) => found.rows.filter((row) => row.kind === kind).map(({ id }) => id);
  return { actors: idsOf("user"), stations: idsOf("station") };
}

/**
 * The names of users, and the names and descriptions of API keys, by how entries name them. Those of the viewer's organization, or all for
 * admins.
 */
export async function selectAuthors(
  db: Db,
  { isAdmin, orgId }: AuditViewer,
  rows: readonly Author[],
): Promise<{ actor: string; id: string; name: string }[]> {
  const of = (kind: Author["actor_kind"]) => [
    ...new Set(rows.filter(({ actor_kind }) => actor_kind === kind).map(({ actor }) => actor)),
  ];
  const isOwn = sql`(${isAdmin} or org_id = ${orgId})`;
  const found = await sql<{ actor: string; id: string; name: string }>`
    select email as actor, email as id, name from users where email = any(${of("user")}::text[]) and ${isOwn}
    union all
    select 'key ' || id, name, description from api_keys
    where 'key ' || id = any(${of("api_key")}::text[]) and ${isOwn}`.execute(db);
  return found.rows;
}

export async function hasOrganization(db: SharedDb, id: number): Promise<boolean> {
  return (await db.selectFrom("organizations").select("id").where("id", "=", id).executeTakeFirst()) !== undefined;
}
