import { HOUR_MS } from "@groundcrew/shared/lib";
import { changeStepRule, getStepRule, STEP_CHANGES_AN_HOUR, stepDayProblem } from "@groundcrew/shared/organizations";
import type { FastifyInstance } from "fastify";
import { change } from "../audit/index.ts";
import type { SharedDb } from "../platform/db/index.ts";
import { answer, Problem, route, type Call } from "../platform/http/index.ts";
import { countCallIn, type CallLimit } from "../platform/throttle/index.ts";
import { lockStepDay, readStepRule, updateStepDay } from "./queries.ts";
import { organizationFor } from "./organization-for.ts";
import { addStepMails } from "./step-mails.ts";

const OUTDATED = "Someone changed this requirement. Nothing was saved; load it again.";

const CHANGES: CallLimit = {
  action: "step_rule",
  max: STEP_CHANGES_AN_HOUR,
  perMs: HOUR_MS,
  sentence: `An organization may change this ${STEP_CHANGES_AN_HOUR} times an hour.`,
};

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
  const { from, expected } = call.body;
  const { id: orgId } = await organizationFor(db, call.principal, call.query.org_id);
  return change(db, call, async (tx) => {
    const before = await lockStepDay(tx, orgId);
    // A call that is made again since its reply was lost finds what it has saved.
    if (from !== before && before !== expected) throw new Problem(412, OUTDATED);
    const problem = from === null || from === before ? null : stepDayProblem(from, now());
    if (problem !== null) throw new Problem(422, [{ field: "from", message: problem }]);
    if (from !== before) {
      await countCallIn(tx, { organization: orgId }, CHANGES);
      await updateStepDay(tx, orgId, from);
    }
    await addStepMails(tx, { now: now(), orgId });
    const audit =
      from === before ? [] : { target: `organization ${orgId}`, orgId, before: { from: before }, after: { from } };
    return { answer: answer(200, await readStepRule(tx, orgId)), audit };
  });
}
