import { webAddress } from "@groundcrew/shared/lib";
import { createSupportLogTag, listSupportLogTags } from "@groundcrew/shared/support-log";
import type { FastifyInstance } from "fastify";
import { change } from "../audit/index.ts";
import { answer, Problem, route } from "../http/index.ts";
import type { Webhooks } from "../webhooks/index.ts";
import type { LogOptions } from "./change-log.ts";
import { createTag } from "./create-tag.ts";
import { selectTags } from "./tag-queries.ts";

export type TagOptions = Pick<LogOptions, "db"> & { webhooks: Pick<Webhooks, "flaw"> };

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
  const message = await webhooks.flaw(target);
  if (message !== null) throw new Problem(422, [{ field: "alert_target", message }]);
}
