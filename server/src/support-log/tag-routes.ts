import { webAddress } from "@groundcrew/shared/lib";
import {
  createSupportLogTag,
  listSupportLogTags,
  tagColor,
  type NewTag,
  type SupportLogTag,
} from "@groundcrew/shared/support-log";
import type { FastifyInstance } from "fastify";
import { change } from "../audit/index.ts";
import type { SharedDb } from "../platform/db/index.ts";
import { answer, Problem, route, notFound } from "../platform/http/index.ts";
import type { Webhooks } from "../platform/webhooks/index.ts";
import { selectTags, insertTag, selectAttachedTags } from "./tag-queries.ts";

export type TagOptions = { db: SharedDb; webhooks: Pick<Webhooks, "findProblem"> };

/** The tags of the support log. */
export function tagRoutes(app: FastifyInstance, { db, webhooks }: TagOptions): void {
  route(app, listSupportLogTags, async () => answer(200, await selectTags(db)));

  route(app, createSupportLogTag, async (call) => {
    // Before the transaction, which must not wait for a DNS server.
    await refuseUnreachable(webhooks, call.body.alert_target);
    return change(db, call, async (tx) => {
      const tag = await createTag(tx, call.body);
      const audit = { target: `support log tag ${tag.id}`, orgId: null, after: tag };
      return { answer: tag.canonical_id === null ? answer(201, tag) : answer(204, null), audit };
    });
  });
}

/** A target that can never be reached is refused right away; it is checked again before every delivery. */
async function refuseUnreachable(webhooks: TagOptions["webhooks"], target: string | null): Promise<void> {
  if (target === null || !webAddress.safeParse(target).success) return;
  const message = await webhooks.findProblem(target);
  if (message !== null) throw new Problem(422, [{ field: "alert_target", message }]);
}

/** Adds a tag or an alias. An alias of an alias refers to the tag itself, so there are no chains or cycles. */
async function createTag(tx: SharedDb, { name, alert_target, alias_for_id }: NewTag): Promise<SupportLogTag> {
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
