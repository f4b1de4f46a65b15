import { changeStepRule, getStepRule, stepDayProblem } from "@groundcrew/shared/organizations";
import type { FastifyInstance } from "fastify";
import { change } from "../audit/index.ts";
import type { SharedDb } from "../platform/db/index.ts";
import { answer, Problem, route, type Call } from "../platform/http/index.ts";
import { lockStepDay, readStepRule, updateStepDay } from "./queries.ts";
import { organizationFor } from "./organization-for.ts";
import { addStepMails } from "./step-mails.ts";

type RuleOptions = { db: SharedDb; now: () => number };

/** Whether an organization requires a second factor of its users: its managers see it and decide. */
export function stepRuleRoutes(app: FastifyInstance, options: RuleOptions): void {
  const { db } = options;

  route(app, getStepRule, async ({ principal, query }) => {
    const { id } = await organizationFor(db, principal, query.org_id);
    return answer(200, await readStepRule(db, id));
  });

  route(app, changeStepRule, (call) => changeRule(options, call));
}

async function changeRule({ db, now }: RuleOptions, call: Call<typeof changeStepRule>) {
  const { from } = call.body;
  const { id: orgId } = await organizationFor(db, call.principal, call.query.org_id);
  return change(db, call, async (tx) => {
    const before = await lockStepDay(tx, orgId);
    const problem = from === null || from === before ? null : stepDayProblem(from, now());
    if (problem !== null) throw new Problem(422, [{ field: "from", message: problem }]);
    if (from !== before) await updateStepDay(tx, orgId, from);
    await addStepMails(tx, { now: now(), orgId });
    const audit =
      from === before ? [] : { target: `organization ${orgId}`, orgId, before: { from: before }, after: { from } };
    return { answer: answer(200, await readStepRule(tx, orgId)), audit };
  });
}
