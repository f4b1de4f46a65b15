import { isIncident, tagsProblem, type NewEntry } from "@groundcrew/shared/support-log";
import type { Db } from "../platform/db/index.ts";
import { notFound, Problem } from "../platform/http/index.ts";
import { attachToEntry } from "../station-errors/index.ts";
import { queueAlerts } from "./alerts.ts";
import { insertEntries, type EntryRow } from "./entry-queries.ts";
import { insertEntryTags, selectAttachedTags, type AttachedTag } from "./tag-queries.ts";

/** A new entry and its author; a reply has a parent. Only an entry of one station has attached errors. */
type Writing = { parent: number | null; author: string; entry: NewEntry };

/** Adds an entry or reply to the logs of stations, which are locked, with its tags and attached errors. A new incident alerts the targets of its tags. */
export async function createEntries(
  tx: Db,
  stations: readonly string[],
  { parent, author, entry }: Writing,
): Promise<EntryRow[]> {
  const tags = await tagsOf(tx, entry);
  const { status, content, attached_errors: attached } = entry;
  const shared = { parent_id: parent, author, status, content: content.text, public: entry.public ?? false };
  const rows = await insertEntries(tx, stations, shared);
  const ids = rows.map(({ id }) => id);
  await insertEntryTags(
    tx,
    ids,
    tags.map(({ id }) => id),
  );
  const [only] = rows;
  if (only) await attachToEntry(tx, { station: only.station_name, ids: [...new Set(attached)], entry: only.id });
  if (isIncident(status)) await queueAlerts(tx, ids, targetsOf(tags));
  return rows;
}

/** The tags for an entry. A note has none, whatever was sent. */
async function tagsOf(tx: Db, { status, tags: requestedTags }: NewEntry): Promise<AttachedTag[]> {
  const ids = status === "note" ? [] : [...new Set(requestedTags)];
  const { known, tags } = await selectAttachedTags(tx, ids);
  if (known < ids.length) throw notFound({ field: "tags", message: "There is no such tag." });
  const problem = tagsProblem(status, tags);
  if (problem !== null) throw new Problem(422, [{ field: "tags", message: problem }]);
  return tags;
}

function targetsOf(tags: readonly AttachedTag[]): string[] {
  return [...new Set(tags.flatMap(({ alert_target }) => alert_target ?? []))];
}
