import type { Timestamp } from "@groundcrew/shared/lib";
import type { ActivityRow, OrganizationActivity } from "@groundcrew/shared/stats";
import { sql } from "kysely";
import type { Db, SharedDb } from "../platform/db/index.ts";
import type { Scope } from "../platform/http/index.ts";

/** A station's swap total now and at the start of each period; null where that is unknown. */
export type SwapCounts = {
  name: string;
  created: Timestamp;
  shipped: string | null;
  swaps_performed: number;
  swaps_year: number | null;
  swaps_months_3: number | null;
  swaps_months_1: number | null;
  swaps_week: number | null;
  swaps_day: number | null;
  swaps_shipment: number | null;
};

/** The largest fleet. */
const MAX_STATIONS = 100_000;
const MAX_ORGANIZATIONS = 1_000;

/** The swap counts of the stations in service in the scope, or of those that have some names, by name. */
export async function selectSwapCounts(
  db: Db,
  { orgId }: Scope,
  names: readonly string[] | null,
): Promise<SwapCounts[]> {
  const found = await sql<SwapCounts>`
    select s.name, s.created, s.shipped, coalesce(st.swaps_performed, 0) as swaps_performed, st.swaps_year,
      st.swaps_months_3, st.swaps_months_1, st.swaps_week, st.swaps_day, st.swaps_shipment
    from stations s left join station_states st on st.station_name = s.name
    where s.retired is null and (${orgId}::integer is null or s.org_id = ${orgId})
      and (${names}::text[] is null or s.name = any(${names}))
    order by s.name limit ${MAX_STATIONS}`.execute(db);
  return found.rows;
}

/** Whether this organization exists and is in the scope. */
export async function seesOrganization(db: Db, id: number, { orgId }: Scope): Promise<boolean> {
  const row = await db
    .selectFrom("organizations")
    .select("id")
    .where("id", "=", id)
    .$if(orgId !== null, (query) => query.where("id", "=", orgId))
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Swaps and stations online of one organization, or of all of them, in ten-minute steps after a time, oldest first. The caller must have
 * checked access to the organization.
 */
export async function selectActivity(db: Db, orgId: number | null, after: Timestamp): Promise<ActivityRow[]> {
  const found = await sql<{ row: ActivityRow }>`
    select json_build_array(extract(epoch from time)::bigint, sum(activity), sum(online)) as row
    from organization_history
    where (${orgId}::integer is null or org_id = ${orgId}) and time > ${after}::timestamptz
    group by time order by time`.execute(db);
  return found.rows.map(({ row }) => row);
}

/**
 * How many changes the users of each organization have made since a time, the most active first, at most 1,000. A request counts once,
 * however many things it changed. Organizations without changes are left out.
 */
export async function selectActions(db: SharedDb, since: Timestamp): Promise<OrganizationActivity[]> {
  const found = await sql<OrganizationActivity>`
    select o.name as organization, counted.actions
    from (
      select actor_org_id, count(distinct request_id) as actions
      from audit_entries where at >= ${since}::timestamptz and actor_org_id is not null
      group by actor_org_id
    ) counted
    join organizations o on o.id = counted.actor_org_id
    order by counted.actions desc, o.name limit ${MAX_ORGANIZATIONS}`.execute(db);
  return found.rows;
}
