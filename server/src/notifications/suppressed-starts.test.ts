import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { formingRig } from "../../test/forming-rig.ts";
import { inTransaction } from "../platform/db/index.ts";

const { db, deliver, form, log, started, reset, rig } = await formingRig();

beforeEach(reset);

test("what nobody was notified of because its alert is suppressed starts again, and what somebody was notified of does not", async () => {
  const rule = await rig.addRule({ channels: [await rig.addChannel()] });
  const sentRule = await rig.addRule({ channels: [await rig.addChannel()] });
  const alert = await rig.addAlert([rule, sentRule]);
  await sql`update alert_matches set announced_at = now(), steps = 1`.execute(db);
  await started(sentRule, alert);
  await form();
  await deliver();
  await started(rule, alert);
  await started(sentRule, alert);
  await sql`update alerts set in_maintenance = true`.execute(db);
  await form();
  const matches = await sql`
    select m.rule_id, m.announced_at is null as is_unannounced, m.steps, m.held, a.due_at is not null as is_due
    from alert_matches m join alerts a on a.id = m.alert_id order by m.rule_id`.execute(db);
  expect(matches.rows).toEqual([
    { rule_id: rule, is_unannounced: true, steps: 0, held: "In maintenance", is_due: true },
    { rule_id: sentRule, is_unannounced: false, steps: 1, held: null, is_due: true },
  ]);
});

test("a start whose alert is being decided about waits for that", async () => {
  const rule = await rig.addRule({ channels: [await rig.addChannel()] });
  const alert = await rig.addAlert([rule]);
  await started(rule, alert);
  await sql`update alerts set in_maintenance = true`.execute(db);
  await inTransaction(db, async (tx) => {
    await sql`select from alerts where id = ${alert} for no key update`.execute(tx);
    await form();
    expect(await log()).toMatchObject([{ result: "held", why: "In maintenance." }]);
  });
  await form(40);
  expect(await log()).toMatchObject([{ result: "not_sent", why: "In maintenance." }]);
});
