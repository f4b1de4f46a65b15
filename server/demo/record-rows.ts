import type { Timestamp } from "@groundcrew/shared/lib";
import type { Insertable } from "kysely";
import type { Database } from "../src/db/index.ts";
import type { Past } from "./past.ts";
import { supportLogOf, type DemoEntry } from "./support-log.ts";

type Row<T extends keyof Database> = Insertable<Database[T]>;

/** Support log and error rows of some stations. They refer to each other by id. */
export type Records = {
  entries: Row<"support_log_entries">[];
  tags: Row<"support_log_entry_tags">[];
  errors: Row<"station_errors">[];
};

/** The support logs and errors of these stations. `takeIds` reserves ids for entries; `tagIds` are the tags' ids by name. */
export async function recordRows(
  pasts: readonly Past[],
  of: { now: number; tagIds: ReadonlyMap<string, number>; takeIds: (count: number) => Promise<number[]> },
): Promise<Records> {
  const logs = pasts.map((past) => ({ past, log: supportLogOf(past.plan, past.errors, of.now) }));
  const count = logs.reduce((sum, { log }) => sum + log.reduce((some, { replies }) => some + 1 + replies.length, 0), 0);
  const ids = (await of.takeIds(count)).values();
  const takeId = () => ids.next().value ?? 0;
  const records: Records = { entries: [], tags: [], errors: [] };
  for (const { past, log } of logs) addRecords(records, { past, log, tagIds: of.tagIds, takeId });
  return records;
}

type Adding = { past: Past; log: DemoEntry[]; tagIds: ReadonlyMap<string, number>; takeId: () => number };

function addRecords(records: Records, { past, log, tagIds, takeId }: Adding): void {
  const station_name = past.plan.name;
  const attachedTo = new Map<number, number>();
  for (const entry of log) {
    const id = takeId();
    const { author, status, content, created } = entry;
    records.entries.push({
      id,
      station_name,
      parent_id: null,
      author,
      status,
      content,
      public: entry.public,
      created: iso(created),
    });
    for (const reply of entry.replies) {
      records.entries.push({
        id: takeId(),
        station_name,
        parent_id: id,
        author: reply.author,
        status: "note",
        content: reply.content,
        public: entry.public,
        created: iso(reply.created),
      });
    }
    for (const place of entry.errors) attachedTo.set(place, id);
    for (const tag of entry.tags) records.tags.push({ entry_id: id, tag_id: tagIds.get(tag) ?? 0 });
  }
  records.errors.push(...past.errors.map((_, place) => errorRow(past, place, attachedTo.get(place) ?? null)));
}

function errorRow({ plan, errors }: Past, place: number, entryId: number | null): Row<"station_errors"> {
  const error = errors[place];
  if (!error) throw new RangeError("There is no such error.");
  return {
    station_name: plan.name,
    job_id: error.job_id,
    job_type: error.job_type,
    error_message: error.error_message,
    occurred: error.occurred === null ? null : iso(error.occurred),
    time_logged: iso(error.logged),
    time_handled: error.handled && iso(error.handled.at),
    handled_by: error.handled?.by ?? null,
    solution: error.handled?.solution ?? null,
    supportlog_entry_id: entryId,
  };
}

function iso(time: number): Timestamp {
  return new Date(time).toISOString();
}
