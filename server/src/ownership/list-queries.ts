import type { Reply } from "@groundcrew/shared/contract";
import type { listOwnershipHistory, Ownership } from "@groundcrew/shared/ownership";
import { sql } from "kysely";
import type { Db } from "../platform/db/index.ts";
import type { Scope } from "../platform/http/index.ts";
import { IS_ADMIN, ownershipOf, type Subject } from "./queries.ts";

type StationOwner = { station: string; ownership: Ownership | null; groups: { id: number; owner: string }[] };

/**
 * The owners of stations' open errors within the scope; the owners of groups only for admins. With `all`, each station with open errors. At most 100,000
 * stations.
 */
export async function selectStationOwners(
  db: Db,
  { orgId, admin }: Scope,
  { all }: { all: boolean },
): Promise<StationOwner[]> {
  const found = await sql<StationOwner>`
    with owned as (
      select subject as station from ownerships where kind = 'station'
      union
      select station from (${stationsOfOwnedGroups}) g where ${admin}
      union
      select station_name from station_open_errors where open > 0 and ${all}
    )
    select owned.station, ${ownershipOf("station", sql`owned.station`)} as ownership, coalesce((
        select json_agg(json_build_object('id', g.id, 'owner', g.owner) order by g.id)
        from (${stationsOfOwnedGroups}) g where g.station = owned.station and ${admin}
      ), '[]') as groups
    from owned join stations s on s.name = owned.station
    where ${orgId}::integer is null or s.org_id = ${orgId}
    order by owned.station limit 100000`.execute(db);
  return found.rows;
}

/** The stations with open errors of groups that someone has. */
const stationsOfOwnedGroups = sql`
  select distinct e.station_name as station, f.group_id as id, coalesce(nullif(u.name, ''), u.email) as owner
  from ownerships w join users u on u.id = w.owner_id join error_fingerprints f on f.group_id::text = w.subject
  join error_fingerprint_stations e on e.fingerprint_id = f.id and e.open > 0
  where w.kind = 'group'`;

/** The owners of incidents, by id; at most 10,000. */
export async function selectIncidentOwners(db: Db): Promise<{ entry: number; ownership: Ownership }[]> {
  const found = await sql<{ entry: number; ownership: Ownership }>`
    select w.subject::bigint as entry, ${ownershipOf("incident", sql`w.subject`)} as ownership
    from ownerships w where w.kind = 'incident' order by 1 limit 10000`.execute(db);
  return found.rows;
}

/** Admins, who see everything that can have an owner, by name; at most 500. */
export async function selectAssignees(db: Db): Promise<{ id: number; name: string; email: string; open: number }[]> {
  const found = await sql<{ id: number; name: string; email: string; open: number }>`
    select id, coalesce(nullif(name, ''), email) as name, email, (select count(*) from ownerships where owner_id = users.id) as open
    from users where ${IS_ADMIN} order by lower(coalesce(nullif(name, ''), email)), id limit 500`.execute(db);
  return found.rows;
}

type OwnershipChange = Reply<typeof listOwnershipHistory>["body"][number];

/** The history of the ownership of something, latest first; at most 500 entries. */
export async function selectOwnershipHistory(db: Db, { kind, subject }: Subject): Promise<OwnershipChange[]> {
  const found = await sql<OwnershipChange>`
    select id, at, action, author, owner, note from ownership_history
    where kind = ${kind} and subject = ${subject} order by id desc limit 500`.execute(db);
  return found.rows;
}
