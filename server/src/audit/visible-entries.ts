import { actionsForManagers } from "@groundcrew/shared/audit";
import { sql, type RawBuilder } from "kysely";
import type { Timestamp } from "@groundcrew/shared/lib";

/** Whose audit log is read: that of one organization, or all of it for admins. */
export type AuditViewer = { isAdmin: boolean; orgId: number | null };

/** Which entries are read: those that match all filters. */
export type AuditFilter = {
  outcome: "all" | "changes" | "refused";
  actor?: string | undefined;
  station?: string | undefined;
  /** Names of calls. */
  actions?: readonly string[] | undefined;
  from?: Timestamp | undefined;
  until?: Timestamp | undefined;
  q?: string | undefined;
};

/** The prefix of the action of a refused call: `refuseLogIn`. */
const REFUSED = "refuse";

/** The name of a refused call's action: `refuseLogIn` for `logIn`. */
export function refusalOf(action: string): string {
  return `${REFUSED}${action.charAt(0).toUpperCase()}${action.slice(1)}`;
}

/** The name of the call that an action belongs to: `logIn` for `refuseLogIn`. */
export function callOf(action: string): { call: string; isRefused: boolean } {
  if (!/^refuse[A-Z]/.test(action)) return { call: action, isRefused: false };
  const call = action.slice(REFUSED.length);
  return { call: `${call.charAt(0).toLowerCase()}${call.slice(1)}`, isRefused: true };
}

type Condition = RawBuilder<unknown>;

/** The condition of entries that a viewer may see. `e` is the name of the table of entries in the statement. */
export function isVisible(e: Condition, { isAdmin, orgId }: AuditViewer): Condition {
  const own = sql`(${e}.org_id = ${orgId} or ${e}.actor_org_id = ${orgId})`;
  if (isAdmin) return orgId === null ? sql`true` : own;
  const isForManagers = sql`(${e}.action like 'refuse%' or ${e}.action = any(${actionsForManagers()}::text[]))`;
  return sql`${own} and ${isForManagers}`;
}

/** The condition of users whom a viewer knows as the provider's support only. A refused call has its caller's organization. */
export function isSupport(e: Condition, { isAdmin, orgId }: AuditViewer): Condition {
  if (isAdmin) return sql`false`;
  const isOwn = sql`coalesce(${e}.actor_org_id, case when ${e}.action like 'refuse%' then ${e}.org_id end) = ${orgId}`;
  return sql`(${e}.actor_kind = 'user' and (${isOwn}) is not true)`;
}

/** The condition of entries that match a filter. */
export function matches(e: Condition, viewer: AuditViewer, filter: AuditFilter): Condition {
  const { outcome, actor, station, actions, from, until, q = "" } = filter;
  const calls = actions?.flatMap((action) => [action, refusalOf(action)]);
  const conditions = [
    isVisible(e, viewer),
    ...(outcome === "refused" ? [sql`${e}.action like 'refuse%'`] : []),
    ...(outcome === "changes" ? [sql`${e}.action not like 'refuse%'`] : []),
    ...(actor === undefined ? [] : [isBy(e, viewer, actor)]),
    ...(station === undefined ? [] : [isAboutStation(e, station)]),
    ...(calls === undefined ? [] : [sql`${e}.action = any(${calls}::text[])`]),
    ...(from === undefined ? [] : [sql`${e}.at >= ${from}::timestamptz`]),
    ...(until === undefined ? [] : [sql`${e}.at < ${until}::timestamptz`]),
    ...(q.trim() === "" ? [] : [contains(e, viewer, q.trim())]),
  ];
  return sql.join(conditions, sql` and `);
}

function isBy(e: Condition, viewer: AuditViewer, actor: string): Condition {
  if (viewer.isAdmin) return sql`${e}.actor = ${actor}`;
  if (actor === "support") return isSupport(e, viewer);
  return sql`${e}.actor = ${actor} and not ${isSupport(e, viewer)}`;
}

/** A refused call has its target as the request spelled it. */
function isAboutStation(e: Condition, station: string): Condition {
  const spelled = JSON.stringify(station);
  return sql`(${e}.target = ${`station ${station}`} or ${e}.target = ${`station ${spelled}`} or ${e}.target like ${`station ${spelled},%`})`;
}

/** Whether a text is in what the viewer sees of an entry: who, what it was about, the request, or the address. */
function contains(e: Condition, viewer: AuditViewer, q: string): Condition {
  const support = isSupport(e, viewer);
  const shown = sql`concat_ws(E'\\n', ${e}.target, ${e}.request_id, case when not ${support} then concat_ws(E'\\n', ${e}.actor, ${e}.ip) end)`;
  const inName = sql`(not ${support} and exists (
    select from users u where u.email = ${e}.actor and position(lower(${q}) in lower(u.name)) > 0))`;
  const inSerial = sql`${e}.target = any(array(
    select 'station ' || s.name from stations s
    where position(lower(${q}) in lower(s.serial_number)) > 0 and (${viewer.isAdmin} or s.org_id = ${viewer.orgId})
    limit 200))`;
  return sql`(position(lower(${q}) in lower(${shown})) > 0 or ${inName} or ${inSerial})`;
}
