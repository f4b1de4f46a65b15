import { createSupportLogTag, listSupportLogTags } from "@groundcrew/shared/support-log";
import type { FastifyInstance } from "fastify";
import { change } from "../audit/index.ts";
import { answer, route } from "../http/index.ts";
import type { LogParts } from "./change-log.ts";
import { createTag } from "./create-tag.ts";
import { selectTags } from "./tag-queries.ts";

/** The tags of the support log. */
export function tagRoutes(app: FastifyInstance, { db }: LogParts): void {
  route(app, listSupportLogTags, async () => answer(200, await selectTags(db)));

  route(app, createSupportLogTag, (call) =>
    change(db, call, async (tx) => {
      const tag = await createTag(tx, call.body);
      const audit = { target: `support log tag ${tag.id}`, orgId: null, after: tag };
      return { answer: tag.canonical_id === null ? answer(201, tag) : answer(204, null), audit };
    }),
  );
}
