import type { EntryStatusChange } from "@groundcrew/shared/support-log";
import { sql } from "kysely";
import type { Db } from "../db/index.ts";

/** As many changes as an entry is shown with, and as one answer holds in all. */
const CHANGES_MAX = 50;
const IN_ALL = 20_000;

/** The status changes of these entries, by entry and oldest first; of each entry the last ones. */
export async function selectStatusChanges(
  db: Db,
  entries: readonly number[],
): Promise<(EntryStatusChange & { entry_id: number })[]> {
  const found = await sql<EntryStatusChange & { entry_id: number }>`
    select c.entry_id, c.author, c.status_before, c.status_after, c.changed
    from unnest(${entries}::bigint[]) with ordinality as asked(entry, place)
    cross join lateral (
      select id, entry_id, author, status_before, status_after, changed from support_log_status_changes
      where entry_id = asked.entry order by id desc limit ${CHANGES_MAX}
    ) c
    order by asked.place, c.id desc limit ${IN_ALL}`.execute(db);
  return found.rows.toReversed();
}

/** Writes down that the status of an entry changed. Belongs into the transaction that changes it. */
export async function insertStatusChange(
  tx: Db,
  change: Omit<EntryStatusChange, "changed"> & { entry_id: number },
): Promise<void> {
  await tx.insertInto("support_log_status_changes").values(change).execute();
}
