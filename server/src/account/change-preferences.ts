import { isDeepStrictEqual } from "node:util";
import { changePreferences } from "@groundcrew/shared/account";
import type { FastifyInstance } from "fastify";
import { change } from "../audit/index.ts";
import { answer, notFound, route } from "../platform/http/index.ts";
import { callerOf } from "./caller.ts";
import type { AccountOptions } from "./change-password.ts";
import { updatePreferences } from "./queries.ts";

/** How a user reads times and temperatures, and their theme. */
export function preferencesRoute(app: FastifyInstance, { db }: Pick<AccountOptions, "db">): void {
  route(app, changePreferences, (call) =>
    change(db, call, async (tx) => {
      const { userId, target, orgId } = callerOf(call);
      const changed = await updatePreferences(tx, userId, call.body);
      if (!changed) throw notFound();
      const { before, after } = changed;
      const audit = isDeepStrictEqual(before, after) ? [] : { target, orgId, before, after };
      return { answer: answer(200, after), audit };
    }),
  );
}
