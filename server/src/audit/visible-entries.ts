import { actionsForManagers } from "@groundcrew/shared/audit";
import { sql, type RawBuilder } from "kysely";
import type { Timestamp } from "@groundcrew/shared/lib";

/** The part of the audit log to read: that of one organization, or all of it for admins. */
export type AuditViewer = { isAdmin: boolean; orgId: number | null };

/** Which entries are read: those that match all filters. */
export type AuditFilter = {
  outcome: "all" | "changes" | "refused";
  actor?: string | undefined;
  station?: string | undefined;
  /** Names of some stations. */
  stations?: readonly string[] | undefined;
  /** Names of calls. */
  actions?: readonly string[] | undefined;
  from?: Timestamp | undefined;
  until?: Timestamp | undefined;
  search?: AuditSearch | undefined;
};

/** A text, the users with it in their names, and the stations with it in their serial numbers. */
type AuditSearch = { text: string; actors: readonly string[]; stations: readonly string[] };

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

/** The condition of users and API keys that a viewer knows as the provider's support only. A refused call has its caller's organization. */
export function isSupport(e: Condition, { isAdmin, orgId }: AuditViewer): Condition {
  if (isAdmin) return sql`false`;
  const isOwn = sql`coalesce(${e}.actor_org_id, case when ${e}.action like 'refuse%' then ${e}.org_id end) = ${orgId}`;
  return sql`(${e}.actor_kind in ('user', 'api_key') and (${isOwn}) is not true)`;
}

/** The condition of entries that match a filter. */
export function matches(e: Condition, viewer: AuditViewer, filter: AuditFilter): Condition {
  const { outcome, actor, station, stations, actions, from, until, search } = filter;
  const calls = actions?.flatMap((action) => [action, refusalOf(action)]);
  const conditions = [
    isVisible(e, viewer),
    ...(outcome === "refused" ? [sql`${e}.action like 'refuse%'`] : []),
    ...(outcome === "changes" ? [sql`${e}.action not like 'refuse%'`] : []),
    ...(actor === undefined ? [] : [isBy(e, viewer, actor)]),
    ...(station === undefined ? [] : [aboutStation(e, sql`= ${station}`)]),
    ...(stations === undefined ? [] : [aboutStation(e, sql`in (select unnest(${stations}::text[]))`)]),
    ...(calls === undefined ? [] : [sql`${e}.action = any(${calls}::text[])`]),
    ...(from === undefined ? [] : [sql`${e}.at >= ${from}::timestamptz`]),
    ...(until === undefined ? [] : [sql`${e}.at < ${until}::timestamptz`]),
    ...(search === undefined ? [] : [contains(e, viewer, search)]),
  ];
  return sql.join(conditions, sql` and `);
}

function isBy(e: Condition, viewer: AuditViewer, actor: string): Condition {
  if (viewer.isAdmin) return sql`${e}.actor = ${actor}`;
  if (actor === "support") return isSupport(e, viewer);
  return sql`${e}.actor = ${actor} and not ${isSupport(e, viewer)}`;
}

/** The station that an entry is about. A refused call has its target as the request spelled it. Served by `audit_entries_by_station`. */
function aboutStation(e: Condition, is: Condition): Condition {
  return sql`(${e}.target like 'station %' and substring(${e}.target from '^station "?([a-z0-9-]+)') ${is})`;
}

/** True if a text is in the visible parts of an entry (author, target, address), or is the id of its request. */
function contains(e: Condition, viewer: AuditViewer, { text, actors, stations }: AuditSearch): Condition {
  const isKnown = sql`not ${isSupport(e, viewer)}`;
  const pattern = `%${text.toLowerCase().replaceAll(/[\\%_]/g, "\\$&")}%`;
  // The first condition is served by `audit_entries_search`.
  const inEntry = sql`(
    lower(${e}.target || E'\n' || ${e}.actor || E'\n' || coalesce(${e}.ip, '')) like ${pattern}
    and (${isKnown} or lower(${e}.target) like ${pattern}))`;
  const conditions = [
    inEntry,
    sql`${e}.request_id = ${text}`,
    ...(actors.length === 0 ? [] : [sql`(${e}.actor = any(${actors}::text[]) and ${isKnown})`]),
    ...(stations.length === 0 ? [] : [aboutStation(e, sql`= any(${stations}::text[])`)]),
  ];
  return sql`(${sql.join(conditions, sql` or `)})`;
}
