import { sortEntries, type SupportLogEntry, type SupportLogReply } from "@groundcrew/shared/support-log";
import type { Db } from "../platform/db/index.ts";
import type { Scope } from "../platform/http/index.ts";
import { findDeliveries } from "./alerts.ts";
import {
  selectAttachedIds,
  selectEntries,
  selectEntriesById,
  selectReplies,
  type EntryRow,
  type LogPart,
  selectStatusChanges,
} from "./entry-queries.ts";
import { selectTagIds, selectTags } from "./tag-queries.ts";

/** A part of the support log, in display order. */
export async function readLog(db: Db, scope: Scope, part: LogPart): Promise<SupportLogEntry[]> {
  return sortEntries(await withReplies(db, await selectEntries(db, scope, part)));
}

/** The top-level entries with these ids, newest first. */
export async function readEntries(db: Db, ids: readonly number[]): Promise<SupportLogEntry[]> {
  return withReplies(db, await selectEntriesById(db, ids));
}

/** Top-level entries with their replies, tags and errors, in the given order. */
export async function withReplies(db: Db, rows: readonly EntryRow[]): Promise<SupportLogEntry[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const replies = await selectReplies(db, ids);
  const complete = await completion(db, [...rows, ...replies]);
  const deliveries = await findDeliveries(db, ids);
  const changes = Map.groupBy(await selectStatusChanges(db, ids), (change) => change.entry_id);
  const children = Map.groupBy(replies, (reply) => reply.parent_id);
  return rows.map((row) => ({
    ...complete(row),
    children: (children.get(row.id) ?? []).map(complete),
    alerts: deliveries.get(row.id) ?? [],
    status_changes: changes.get(row.id) ?? [],
  }));
}

/** A single reply with its tags and errors. */
export async function asReply(db: Db, row: EntryRow): Promise<SupportLogReply> {
  const complete = await completion(db, [row]);
  return complete(row);
}

/** Reads the tags and attached errors of entries and replies. */
async function completion(db: Db, rows: readonly EntryRow[]): Promise<(row: EntryRow) => SupportLogReply> {
  const ids = rows.map(({ id }) => id);
  const defined = new Map((await selectTags(db)).map((tag) => [tag.id, tag]));
  const tagIds = Map.groupBy(await selectTagIds(db, ids), (one) => one.entry_id);
  const attached = Map.groupBy(await selectAttachedIds(db, ids), (one) => one.entry_id);
  return (row) => ({
    ...row,
    tags: (tagIds.get(row.id) ?? []).flatMap(({ tag_id }) => defined.get(tag_id) ?? []),
    attached_errors: (attached.get(row.id) ?? []).map(({ error_id }) => error_id),
  });
}
