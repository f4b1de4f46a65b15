import { tagColor, type SupportLogTag } from "@groundcrew/shared/support-log";
import { sql } from "kysely";
import type { Db, SharedDb } from "../platform/db/index.ts";

const TAGS_MAX = 5_000;

/** All tags and aliases, by name. */
export async function selectTags(db: SharedDb): Promise<SupportLogTag[]> {
  const found = await sql<Omit<SupportLogTag, "color">>`
    select t.id, t.name, t.alerting, t.canonical_id, t.alert_target,
      array(select a.name from support_log_tags a where a.canonical_id = t.id order by lower(a.name)) as aliases
    from support_log_tags t
    order by lower(t.name) limit ${TAGS_MAX}`.execute(db);
  return found.rows.map(({ id, name, alerting, canonical_id, alert_target, aliases }) => {
    return { id, name, color: tagColor(alerting), alerting, canonical_id, aliases, alert_target };
  });
}

/** A tag as attached to entries. */
export type AttachedTag = { id: number; alerting: boolean; alert_target: string | null };

/** The tags with these ids, aliases resolved to their tag, each once; `known` is the number of ids that exist. */
export async function selectAttachedTags(
  db: SharedDb,
  ids: readonly number[],
): Promise<{ known: number; tags: AttachedTag[] }> {
  const found = await sql<AttachedTag>`
    select c.id, c.alerting, c.alert_target
    from support_log_tags t join support_log_tags c on c.id = coalesce(t.canonical_id, t.id)
    where t.id = any(${ids}::bigint[]) order by t.id limit ${ids.length}`.execute(db);
  return { known: found.rows.length, tags: [...new Map(found.rows.map((tag) => [tag.id, tag])).values()] };
}

/** The tags of entries, by tag id. */
export async function selectTagIds(
  db: Db,
  entries: readonly number[],
): Promise<{ entry_id: number; tag_id: number }[]> {
  const found = await sql<{ entry_id: number; tag_id: number }>`
    select entry_id, tag_id from support_log_entry_tags
    where entry_id = any(${entries}::bigint[]) order by entry_id, tag_id
    limit ${entries.length * TAGS_MAX}`.execute(db);
  return found.rows;
}

/** Adds tags to each of these entries. */
export async function insertEntryTags(tx: Db, entries: readonly number[], tags: readonly number[]): Promise<void> {
  await sql`
    insert into support_log_entry_tags (entry_id, tag_id)
    select entry, tag from unnest(${entries}::bigint[]) entry cross join unnest(${tags}::bigint[]) tag`.execute(tx);
}

/** Adds a tag, alerting when it has a target, or with `canonical_id` an alias. Undefined when the name is taken, regardless of case. */
export async function insertTag(
  tx: SharedDb,
  { name, alert_target, canonical_id }: Pick<SupportLogTag, "name" | "alert_target" | "canonical_id">,
): Promise<number | undefined> {
  const row = await tx
    .insertInto("support_log_tags")
    .values({ name, alert_target, canonical_id, alerting: alert_target !== null })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id;
}
