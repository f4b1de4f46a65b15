import type { Timestamp } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import type { Db } from "../db/index.ts";

/** Adds an alert for each target and returns their ids. Targets that have an alert for the entry already are left out. */
export async function insertAlerts(tx: Db, entry: number, targets: readonly string[]): Promise<number[]> {
  const rows = await tx
    .insertInto("support_log_alerts")
    .values(targets.map((target) => ({ entry_id: entry, target })))
    .onConflict((clash) => clash.doNothing())
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
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
