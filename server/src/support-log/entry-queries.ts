import type { Timestamp } from "@groundcrew/shared/lib";
import { incidentStatus, type SupportLogStatus, type EntryStatusChange } from "@groundcrew/shared/support-log";
import { sql, type RawBuilder } from "kysely";
import type { Db } from "../platform/db/index.ts";
import type { Scope } from "../platform/http/index.ts";

/** A support log entry or reply, without its tags, errors and replies. */
export type EntryRow = {
  id: number;
  station_name: string;
  parent_id: number | null;
  author: string;
  status: SupportLogStatus;
  content: string;
  public: boolean;
  created: Timestamp;
};

/** Maximum number of replies, and of ids of attached errors, that an entry is returned with. */
const REPLIES_MAX = 500;
const ATTACHED_MAX = 1_000;
/** Maximum number of replies, text of replies (characters) and ids of attached errors in one answer; the first entries are served first. */
const TOTAL_LIMITS = { replies: 20_000, characters: 8_000_000, attached: 50_000 } as const;

/** Maximum number of entries that a search returns, and of characters of each. */
const FOUND_MAX = 3;
const FOUND_CHARACTERS = 200;

const COLUMNS = sql`id, station_name, parent_id, author, status, content, public, created`;
const OPEN = sql`(${sql.join(incidentStatus.exclude(["incident_resolved"]).options.map((status) => sql.lit(status)))})`;

/** A part of the support log: of one station, or of all with null; created at or after a time. */
export type LogPart = { station: string | null; after?: Timestamp | undefined; limit: number };

/**
 * Top-level entries, newest first; at most `limit`, and no more text in total than fits into an answer. Open incidents come first, so that
 * none is dropped in favor of a note.
 */
export async function selectEntries(db: Db, scope: Scope, { station, after, limit }: LogPart): Promise<EntryRow[]> {
  const group = (rank: number, condition: RawBuilder<unknown>) => sql`(
    select ${COLUMNS}, ${sql.lit(rank)} as rank from support_log_entries e
    where parent_id is null and ${condition} ${station === null ? sql`` : sql`and station_name = ${station}`}
      ${after === undefined ? sql`` : sql`and created >= ${after}`}
      and exists (select from stations s where s.name = e.station_name and ${isVisible(scope)})
    order by created desc, id desc limit ${limit})`;
  const found = await sql<EntryRow>`
    select ${COLUMNS} from (
      select found.*, sum(char_length(content)) over (order by rank, created desc, id desc) as characters
      from (${group(0, sql`status in ${OPEN}`)} union all ${group(1, sql`status not in ${OPEN}`)}) found
      order by rank, created desc, id desc limit ${limit}
    ) found where characters <= ${TOTAL_LIMITS.characters}
    order by rank, created desc, id desc`.execute(db);
  return found.rows;
}

/** An entry or reply of a search, with the beginning of its content, and how many there are. */
export type FoundRow = Pick<EntryRow, "id" | "station_name" | "status" | "created" | "content"> & {
  serial_number: string;
  count: number;
};

/** Entries and replies of the last year that contain a text, and the one with that number: that one first, then open incidents, then newest first. */
export async function searchEntries(db: Db, scope: Scope, text: string): Promise<FoundRow[]> {
  const number = /^#?(\d{1,15})$/.exec(text)?.[1] ?? null;
  const found = await sql<FoundRow>`
    select e.id, e.station_name, s.serial_number, e.status, e.created, left(e.content, ${FOUND_CHARACTERS}) as content,
      count(*) over ()::integer as count
    from support_log_entries e join stations s on s.name = e.station_name
    where ${isVisible(scope)} and (e.id = ${number}::bigint
      or e.created > now() - interval '1 year' and position(lower(${text}) in lower(e.content)) > 0)
    order by coalesce(e.id = ${number}::bigint, false) desc, e.status in ${OPEN} desc, e.created desc, e.id desc limit ${FOUND_MAX}`.execute(
    db,
  );
  return found.rows;
}

/** Entries by id, newest first. */
export async function selectEntriesById(db: Db, ids: readonly number[]): Promise<EntryRow[]> {
  const found = await sql<EntryRow>`
    select ${COLUMNS} from support_log_entries where id = any(${ids}::bigint[])
    order by created desc, id desc limit ${ids.length}`.execute(db);
  return found.rows;
}

/** An entry or reply in the scope. */
export async function findEntry(db: Db, scope: Scope, id: number): Promise<EntryRow | undefined> {
  const found = await sql<EntryRow>`
    select ${COLUMNS} from support_log_entries e
    where id = ${id} and exists (select from stations s where s.name = e.station_name and ${isVisible(scope)})`.execute(
    db,
  );
  return found.rows[0];
}

/** The same, with the entry and its station locked as by `lockStation`, and the organization it belongs to. */
export async function lockEntry(
  tx: Db,
  scope: Scope,
  id: number,
): Promise<(EntryRow & { org_id: number }) | undefined> {
  const found = await sql<EntryRow & { org_id: number }>`
    select e.id, e.station_name, e.parent_id, e.author, e.status, e.content, e.public, e.created, s.org_id
    from support_log_entries e join stations s on s.name = e.station_name
    where e.id = ${id} and ${isVisible(scope)}
    for no key update of s, e`.execute(tx);
  return found.rows[0];
}

/** The replies to entries, oldest first; of each entry the newest ones, and no more in total than fit into an answer. */
export async function selectReplies(
  db: Db,
  entries: readonly number[],
  { characters }: { characters: number } = TOTAL_LIMITS,
): Promise<EntryRow[]> {
  const found = await sql<EntryRow>`
    select ${COLUMNS} from (
      select r.*, sum(char_length(r.content)) over (order by entry_ids.place, r.created desc, r.id desc) as characters
      from unnest(${entries}::bigint[]) with ordinality as entry_ids(id, place)
      cross join lateral (
        select ${COLUMNS} from support_log_entries where parent_id = entry_ids.id
        order by created desc, id desc limit ${REPLIES_MAX}
      ) r
      order by entry_ids.place, r.created desc, r.id desc limit ${TOTAL_LIMITS.replies}
    ) r where characters <= ${characters}
    order by created, id`.execute(db);
  return found.rows;
}

/** Ids of the errors attached to entries, in the order of the log. */
export async function selectAttachedIds(
  db: Db,
  entries: readonly number[],
): Promise<{ entry_id: number; error_id: number }[]> {
  const found = await sql<{ entry_id: number; error_id: number }>`
    select entry_ids.id as entry_id, attached.id as error_id
    from unnest(${entries}::bigint[]) with ordinality as entry_ids(id, place)
    cross join lateral (
      select id, time_handled, time_logged from station_errors where supportlog_entry_id = entry_ids.id
      order by (time_handled is not null), time_logged desc, id desc limit ${ATTACHED_MAX}
    ) attached
    order by entry_ids.place, (attached.time_handled is not null), attached.time_logged desc, attached.id desc
    limit ${TOTAL_LIMITS.attached}`.execute(db);
  return found.rows;
}

/** Adds an entry to the log of each station, or with `parent_id` a reply, and returns them. */
export async function insertEntries(
  tx: Db,
  stations: readonly string[],
  { parent_id, author, status, content, public: isPublic }: Omit<EntryRow, "id" | "station_name" | "created">,
): Promise<EntryRow[]> {
  const found = await sql<EntryRow>`
    insert into support_log_entries (station_name, parent_id, author, status, content, public)
    select name, ${parent_id}, ${author}, ${status}, ${content}, ${isPublic} from unnest(${stations}::text[]) name
    returning ${COLUMNS}`.execute(tx);
  return found.rows;
}

/** Changes the status and visibility of an entry. */
export async function updateEntry(
  tx: Db,
  id: number,
  { status, public: isPublic }: Pick<EntryRow, "status" | "public">,
): Promise<void> {
  await tx.updateTable("support_log_entries").set({ status, public: isPublic }).where("id", "=", id).execute();
}

function isVisible({ orgId }: Scope): RawBuilder<boolean> {
  return sql<boolean>`(${orgId}::integer is null or s.org_id = ${orgId})`;
}

/** Maximum number of changes that an entry is returned with, and in one answer. */
const CHANGES_MAX = 50;
const MAX_STATUS_CHANGES = 20_000;

/** The status changes of these entries, by entry and oldest first; of each entry the latest ones. */
export async function selectStatusChanges(
  db: Db,
  entries: readonly number[],
): Promise<(EntryStatusChange & { entry_id: number })[]> {
  const found = await sql<EntryStatusChange & { entry_id: number }>`
    select c.entry_id, c.author, c.status_before, c.status_after, c.changed
    from unnest(${entries}::bigint[]) with ordinality as entry_ids(entry, place)
    cross join lateral (
      select id, entry_id, author, status_before, status_after, changed from support_log_status_changes
      where entry_id = entry_ids.entry order by id desc limit ${CHANGES_MAX}
    ) c
    order by entry_ids.place, c.id desc limit ${MAX_STATUS_CHANGES}`.execute(db);
  return found.rows.toReversed();
}

/** Records a change of an entry's status. Call it in the transaction that makes the change. */
export async function insertStatusChange(
  tx: Db,
  { entry_id, author, status_before, status_after }: Omit<EntryStatusChange, "changed"> & { entry_id: number },
): Promise<void> {
  await sql`
    insert into support_log_status_changes (entry_id, author, status_before, status_after)
    values (${entry_id}, ${author}, ${status_before}, ${status_after})`.execute(tx);
}

/** Adds an alert of each entry for each target and returns their ids. */
export async function insertAlerts(tx: Db, entries: readonly number[], targets: readonly string[]): Promise<number[]> {
  const found = await sql<{ id: number }>`
    insert into support_log_alerts (entry_id, target)
    select entry, target from unnest(${entries}::bigint[]) entry cross join unnest(${targets}::text[]) target
    on conflict do nothing returning id`.execute(tx);
  return found.rows.map(({ id }) => id);
}

/** The alerts of these entries, in the order in which they were queued; of more than `limit` the latest. */
export async function selectAlerts(
  db: Db,
  { entries, limit }: { entries: readonly number[]; limit: number },
): Promise<{ id: number; entry_id: number; target: string }[]> {
  const found = await sql<{ id: number; entry_id: number; target: string }>`
    select id, entry_id, target from support_log_alerts
    where entry_id = any(${entries}::bigint[]) order by id desc limit ${limit}`.execute(db);
  return found.rows.toReversed();
}

/** An alert with its content. */
export type Alert = {
  id: number;
  target: string;
  entry_id: number;
  author: string;
  created: Timestamp;
  content: string;
  station_name: string;
  serial_number: string;
  organization_name: string;
  tags: string[];
};

export async function findAlert(db: Db, id: number): Promise<Alert | undefined> {
  const found = await sql<Alert>`
    select a.id, a.target, a.entry_id, e.author, e.created, e.content, s.name as station_name, s.serial_number,
      o.name as organization_name,
      array(
        select t.name from support_log_entry_tags et join support_log_tags t on t.id = et.tag_id
        where et.entry_id = e.id order by lower(t.name)
      ) as tags
    from support_log_alerts a
    join support_log_entries e on e.id = a.entry_id
    join stations s on s.name = e.station_name
    join organizations o on o.id = s.org_id
    where a.id = ${id}`.execute(db);
  return found.rows[0];
}
