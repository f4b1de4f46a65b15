import { tagColor, type NewTag, type SupportLogTag } from "@groundcrew/shared/support-log";
import type { SharedDb } from "../db/index.ts";
import { notFound, Problem } from "../http/index.ts";
import { insertTag, selectAttachedTags } from "./tag-queries.ts";

/** Adds a tag or an alias. An alias of an alias refers to the tag itself, so there are no chains or cycles. */
export async function createTag(tx: SharedDb, { name, alert_target, alias_for_id }: NewTag): Promise<SupportLogTag> {
  const canonical_id = alias_for_id === null ? null : await canonicalOf(tx, alias_for_id);
  const id = await insertTag(tx, { name, alert_target, canonical_id });
  if (id === undefined) throw new Problem(409, `A tag called ${name} already exists.`);
  const alerting = alert_target !== null;
  return { id, name, color: tagColor(alerting), alerting, canonical_id, aliases: [], alert_target };
}

async function canonicalOf(tx: SharedDb, id: number): Promise<number> {
  const { tags } = await selectAttachedTags(tx, [id]);
  const [canonical] = tags;
  if (!canonical) throw notFound({ field: "alias_for_id", message: "There is no such tag." });
  return canonical.id;
}
