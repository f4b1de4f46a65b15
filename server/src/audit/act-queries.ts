import { AUDIT_COUNT_MAX, AUDIT_ENTRIES_MAX } from "@groundcrew/shared/audit";
import type { Timestamp } from "@groundcrew/shared/lib";
import { sql, type RawBuilder } from "kysely";
import type { Db } from "../platform/db/index.ts";
import { isSupport, isVisible, matches, type AuditFilter, type AuditViewer } from "./visible-entries.ts";

/** An entry as it is stored. `by_support` says that the viewer sees the author as support staff, without a name. */
export type EntryRow = {
  id: number;
  at: Timestamp;
  actor_kind: "user" | "api_key" | "station" | "anonymous" | "server";
  actor: string;
  by_support: boolean;
  ip: string | null;
  agent: string | null;
  request_id: string;
  action: string;
  target: string;
  org_id: number | null;
  before: unknown;
  after: unknown;
  /** The name of the target in the entry itself. */
  own_name: string | null;
};

/** The latest entry of an act that matches, with how many entries and targets the act has: in a list at most one more than are counted. */
export type ActRow = Omit<EntryRow, "before" | "after" | "org_id"> & {
  entries: number;
  targets: number;
  has_values: boolean;
  act: string | null;
  changed: string[];
  /** Of a refused call. */
  status: number | null;
  not_recorded: number | null;
};

const e = sql`e`;
const n = sql`n`;

/** Entries of one request are at most this far apart; the server uses some ids more than once. */
const SAME_REQUEST = sql`n.request_id = e.request_id and n.actor_kind = e.actor_kind
  and n.at between e.at - interval '1 minute' and e.at + interval '1 minute'`;

function columns(viewer: AuditViewer): RawBuilder<unknown> {
  return sql`e.id, e.at, e.actor_kind, e.actor, ${isSupport(e, viewer)} as by_support, e.ip, e.agent, e.request_id, e.action, e.target,
    ${ownName(e)} as own_name`;
}

function ownName(entry: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`coalesce(${entry}.before ->> 'name', ${entry}.after ->> 'name')`;
}

/** The number of an act's changes that the viewer may see. Reads at most a limited number of its entries. */
function totals(viewer: AuditViewer, { atMost }: { atMost: number | null }): RawBuilder<unknown> {
  return sql`lateral (
    select count(*) as entries, count(distinct counted.target) as targets, bool_or(counted.has_values) as has_values
    from (
      select n.target, n.before is not null or n.after is not null as has_values from audit_entries n
      where ${SAME_REQUEST} and ${isVisible(n, viewer)} limit ${atMost}
    ) counted
  ) t`;
}

/** The act, and its changes of the target. */
const what = sql`e.after ->> 'act' as act, array(
    select f.key from jsonb_each(case jsonb_typeof(e.after) when 'object' then e.after else '{}' end) f
    where jsonb_typeof(e.before) = 'object' and e.before -> f.key is distinct from f.value order by f.key limit 6
  ) as changed`;

const refusal = sql`case when e.action like 'refuse%' then (e.after ->> 'status')::integer end as status,
  case when e.action like 'refuse%' then (e.after ->> 'not_written')::integer end as not_recorded`;

type Page = { cursor: number | undefined; limit: number };

/**
 * Among how many of the latest entries the acts of a page are looked for: a thousand are usually enough, and some acts have ten thousand. With null,
 * among all.
 */
const REACHES = [1_000, 100_000, null];

/** A page of acts, newest first, and the cursor of the next page, null after the last one. */
export async function selectActs(
  db: Db,
  what: { viewer: AuditViewer; filter: AuditFilter },
  page: Page,
): Promise<{ acts: ActRow[]; next: string | null }> {
  let found: FoundAct[] = [];
  for (const among of REACHES) {
    found = await selectLatest(db, what, { ...page, among });
    if (found.length > page.limit || found[0]?.has_older !== true) break;
  }
  const acts = found.slice(0, page.limit);
  const last = found.length > page.limit ? acts.at(-1) : undefined;
  return { acts, next: last ? String(last.id) : null };
}

/** An act, and whether there are matching entries older than those among which it was found. */
type FoundAct = ActRow & { has_older: boolean };

/** Acts by the latest entry of each that matches, found among so many entries that match. None only if nothing matches. */
async function selectLatest(
  db: Db,
  { viewer, filter }: { viewer: AuditViewer; filter: AuditFilter },
  { cursor, limit, among }: Page & { among: number | null },
): Promise<FoundAct[]> {
  const matching = sql`select e.id, e.at, e.request_id, e.actor_kind from audit_entries e
    where ${matches(e, viewer, filter)} and ${isBefore(cursor)}`;
  const hasOlder =
    among === null
      ? sql`false`
      : sql`exists (select from (${matching} order by e.at desc, e.id desc offset ${among} limit 1) older)`;
  const found = await sql<FoundAct>`
    with latest as (
      select e.id from (${among === null ? matching : withoutFollowers(matching, among)}) e
      where not exists (
        select from audit_entries n
        where ${SAME_REQUEST} and (n.at, n.id) > (e.at, e.id) and ${matches(n, viewer, filter)}
      )
      order by e.at desc, e.id desc limit ${limit + 1}
    )
    select ${columns(viewer)}, t.entries, t.targets, t.has_values, ${what}, ${refusal}, ${hasOlder} as has_older
    from latest join audit_entries e using (id), ${totals(viewer, { atMost: AUDIT_ENTRIES_MAX + 1 })}
    order by e.at desc, e.id desc`.execute(db);
  return found.rows;
}

/**
 * The latest so many entries without those that are next to a later one of their act, as most of a large act are: to compare neighbors is much faster
 * than to look for a later entry of each. PostgreSQL plans it for all entries that it may read, so there is a limit.
 */
function withoutFollowers(entries: RawBuilder<unknown>, atMost: number): RawBuilder<unknown> {
  return sql`select f.id, f.at, f.request_id, f.actor_kind from (
    select m.id, m.at, m.request_id, m.actor_kind,
      (lag(m.request_id) over w, lag(m.actor_kind) over w) is not distinct from (m.request_id, m.actor_kind)
        and lag(m.at) over w <= m.at + interval '1 minute' as follows_its_act
    from (${entries} order by e.at desc, e.id desc limit ${atMost}) m
    window w as (order by m.at desc, m.id desc)
  ) f where not f.follows_its_act`;
}

/** Whether an entry is older than the one that the cursor names. */
function isBefore(cursor: number | undefined): RawBuilder<unknown> {
  if (cursor === undefined) return sql`true`;
  return sql`(e.at, e.id) < (select c.at, c.id from audit_entries c where c.id = ${cursor})`;
}

/** How many entries match, at most one more than are counted. */
export async function countEntries(db: Db, viewer: AuditViewer, filter: AuditFilter): Promise<number> {
  const found = await sql<{ count: number }>`
    select count(*) as count from (
      select from audit_entries e where ${matches(e, viewer, filter)} limit ${AUDIT_COUNT_MAX + 1}
    ) counted`.execute(db);
  return found.rows[0]?.count ?? 0;
}

/** The act that an entry belongs to; undefined if the viewer may not see it. */
export async function findAct(db: Db, viewer: AuditViewer, entry: number): Promise<ActRow | undefined> {
  const found = await sql<ActRow>`
    select ${columns(viewer)}, t.entries, t.targets, t.has_values, ${what}, ${refusal}
    from audit_entries e, ${totals(viewer, { atMost: null })} where e.id = ${entry} and ${isVisible(e, viewer)}`.execute(
    db,
  );
  return found.rows[0];
}

/** The entries of the act that an entry belongs to, in their order; at most 1,000. */
export async function selectEntriesOfAct(db: Db, viewer: AuditViewer, entry: number): Promise<EntryRow[]> {
  const found = await sql<EntryRow>`
    select n.id, n.at, n.actor_kind, n.actor, ${isSupport(n, viewer)} as by_support, n.ip, n.agent, n.request_id, n.action, n.target, n.org_id,
      n.before, n.after, ${ownName(n)} as own_name
    from audit_entries e join audit_entries n on ${SAME_REQUEST}
    where e.id = ${entry} and ${isVisible(e, viewer)} and ${isVisible(n, viewer)}
    order by n.at, n.id limit ${AUDIT_ENTRIES_MAX}`.execute(db);
  return found.rows;
}

/** A page of entries, newest first, after the entry `cursor`. */
export async function selectEntries(
  db: Db,
  { viewer, filter }: { viewer: AuditViewer; filter: AuditFilter },
  { cursor, limit }: Page,
): Promise<EntryRow[]> {
  const found = await sql<EntryRow>`
    select ${columns(viewer)}, e.org_id, e.before, e.after from audit_entries e
    where ${matches(e, viewer, filter)} and ${isBefore(cursor)}
    order by e.at desc, e.id desc limit ${limit}`.execute(db);
  return found.rows;
}

const ACTORS_MAX = 200;
const ACTORS_DAYS = 90;

type ActorRow = Pick<EntryRow, "actor_kind" | "actor" | "by_support">;

/** People who have done something recently, latest first. */
export async function selectActors(db: Db, viewer: AuditViewer): Promise<ActorRow[]> {
  if (viewer.isAdmin && viewer.orgId === null) return selectAllActors(db);
  const found = await sql<ActorRow>`
    select actor_kind, actor, by_support from (
      select e.actor_kind, case when ${isSupport(e, viewer)} then 'support' else e.actor end as actor, ${isSupport(e, viewer)} as by_support, e.at
      from audit_entries e where ${isVisible(e, viewer)} and e.at > now() - make_interval(days => ${ACTORS_DAYS})
    ) a
    group by actor_kind, actor, by_support order by max(at) desc, actor limit ${ACTORS_MAX}`.execute(db);
  return found.rows;
}

/** The same for all entries: reads the latest one of each actor from the index. */
async function selectAllActors(db: Db): Promise<ActorRow[]> {
  const found = await sql<ActorRow>`
    with recursive latest as (
      (select actor, actor_kind, at from audit_entries order by actor desc, at desc, id desc limit 1)
      union all
      select n.actor, n.actor_kind, n.at from latest l cross join lateral (
        select actor, actor_kind, at from audit_entries where actor < l.actor order by actor desc, at desc, id desc limit 1
      ) n
    )
    select actor_kind, actor, false as by_support from latest where at > now() - make_interval(days => ${ACTORS_DAYS})
    order by at desc, actor limit ${ACTORS_MAX}`.execute(db);
  return found.rows;
}
