import { VIEWING_EVERY_S } from "@groundcrew/shared/ownership";
import { sql } from "kysely";
import type { Db } from "../platform/db/index.ts";
import { IS_ADMIN, type Subject } from "./queries.ts";

/** Records that someone views something now. */
export async function recordViewer(db: Db, { kind, subject }: Subject, userId: number): Promise<void> {
  await sql`
    insert into viewers (kind, subject, user_id, seen) values (${kind}, ${subject}, ${userId}, now())
    on conflict (kind, subject, user_id) do update set seen = excluded.seen`.execute(db);
}

/** The names of those who view something, except for one person, in order; at most 20. */
export async function selectOtherViewers(db: Db, { kind, subject }: Subject, userId: number): Promise<string[]> {
  const found = await sql<{ name: string }>`
    select coalesce(nullif(u.name, ''), u.email) as name from viewers v join users u on u.id = v.user_id
    where v.kind = ${kind} and v.subject = ${subject} and v.user_id <> ${userId} and ${IS_ADMIN}
      and v.seen > now() - make_interval(secs => ${2 * VIEWING_EVERY_S})
    order by lower(coalesce(nullif(u.name, ''), u.email)), u.id limit 20`.execute(db);
  return found.rows.map(({ name }) => name);
}

/** Deletes those who no longer view anything. */
export async function deleteOldViewers(db: Db): Promise<void> {
  await sql`delete from viewers where seen < now() - make_interval(secs => ${2 * VIEWING_EVERY_S})`.execute(db);
}
