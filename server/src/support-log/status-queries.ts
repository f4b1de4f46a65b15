import type { EntryStatusChange } from "@groundcrew/shared/support-log";
import { sql } from "kysely";
import type { Db } from "../db/index.ts";

/** Maximum number of changes that an entry is returned with, and in one answer. */
const CHANGES_MAX = 50;
const IN_ALL = 20_000;

/** The status changes of these entries, by entry and oldest first; of each entry the latest ones. */
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

/** Records a change of an entry's status. Call it in the transaction that makes the change. */
export async function insertStatusChange(
  tx: Db,
  change: Omit<EntryStatusChange, "changed"> & { entry_id: number },
): Promise<void> {
  await tx.insertInto("support_log_status_changes").values(change).execute();
}
