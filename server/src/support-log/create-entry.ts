import { isIncident, tagsProblem, type NewEntry } from "@groundcrew/shared/support-log";
import type { Db } from "../db/index.ts";
import { notFound, Problem } from "../http/index.ts";
import { attachToEntry } from "../station-errors/index.ts";
import { queueAlerts } from "./alerts.ts";
import { insertEntry, type EntryRow } from "./entry-queries.ts";
import { insertEntryTags, selectAttachedTags, type AttachedTag } from "./tag-queries.ts";

/** A new entry, its author, and its station, which is locked; a reply has a parent. */
export type Writing = { station: string; parent: number | null; author: string; entry: NewEntry };

/** Adds an entry or reply with its tags and attached errors. A new incident alerts the targets of its tags. */
export async function createEntry(tx: Db, { station, parent, author, entry }: Writing): Promise<EntryRow> {
  const tags = await tagsOf(tx, entry);
  const row = await insertEntry(tx, {
    station_name: station,
    parent_id: parent,
    author,
    status: entry.status,
    content: entry.content.text,
    public: entry.public ?? false,
  });
  await insertEntryTags(
    tx,
    row.id,
    tags.map(({ id }) => id),
  );
  await attachToEntry(tx, { station, ids: [...new Set(entry.attached_errors)], entry: row.id });
  if (isIncident(row.status)) await queueAlerts(tx, row.id, targetsOf(tags));
  return row;
}

/** The tags for an entry. A note has none, whatever was sent. */
async function tagsOf(tx: Db, { status, tags: asked }: NewEntry): Promise<AttachedTag[]> {
  const ids = status === "note" ? [] : [...new Set(asked)];
  const { known, tags } = await selectAttachedTags(tx, ids);
  if (known < ids.length) throw notFound({ field: "tags", message: "There is no such tag." });
  const problem = tagsProblem(status, tags);
  if (problem !== null) throw new Problem(422, [{ field: "tags", message: problem }]);
  return tags;
}

function targetsOf(tags: readonly AttachedTag[]): string[] {
  return [...new Set(tags.flatMap(({ alert_target }) => alert_target ?? []))];
}
