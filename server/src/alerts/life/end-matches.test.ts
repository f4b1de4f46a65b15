import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { addChannel } from "../../../test/access/seed.ts";
import { evaluationRig } from "../../../test/evaluation-rig.ts";
import { inTransaction } from "../../platform/db/index.ts";
import { reviseMatchesOf } from "./end-matches.ts";

const rig = await evaluationRig();
const { db, orgs, stations } = rig;
/** Many stations that go on reporting, so that those of a test are only a small part of the fleet. */
await stations(30);
beforeEach(() => rig.clear());

test("steps, repetition and severity of a changed rule count for what it has already found", async () => {
  const [name = ""] = await stations(1);
  const { id, recipient } = await rig.rule(
    { kind: "offline", minutes: 1 },
    { severity: "warning", repeat_minutes: null },
  );
  rig.lose([name]);
  await rig.wait(10);
  const channel = await addChannel(db, orgs.provider, "Boss");
  const steps = [{ after_minutes: 1, channels: [channel], people: [], through_quiet: false }];
  const condition = { kind: "offline", minutes: 1 } as const;
  await inTransaction(db, async (tx) => {
    await sql`update alert_rules set severity = 'urgent', repeat_minutes = 15, steps = ${JSON.stringify(steps)} where id = ${id}`.execute(
      tx,
    );
    const edits = {
      rule: id,
      before: { condition, channels: [], steps: [] },
      after: { condition, channels: [], steps },
    };
    await reviseMatchesOf(tx, edits, { stateOf: () => "offline", support: "Support", now: rig.now() });
  });
  expect(await rig.notified(`channel:${channel}`)).toEqual(["escalated Offline"]);
  expect(await rig.alerts()).toMatchObject([{ severity: "urgent" }]);
  await rig.wait(10);
  expect(await rig.notified(recipient)).toEqual(["started Offline", "repeated Offline"]);
});

test("a channel that is added to a rule is notified once of what is open, and of its end", async () => {
  const [name = ""] = await stations(1);
  const condition = { kind: "offline", minutes: 1 } as const;
  const { id, recipient } = await rig.rule(condition, { repeat_minutes: null });
  const channel = Number(recipient.split(":")[1]);
  rig.lose([name]);
  await rig.wait(10);
  const added = await addChannel(db, orgs.provider, "Added");
  const change = async (before: number[], after: number[]) =>
    inTransaction(db, async (tx) => {
      await sql`update alert_rules set channels = ${after} where id = ${id}`.execute(tx);
      const of = { condition, steps: [] };
      const edit = { rule: id, before: { ...of, channels: before }, after: { ...of, channels: after } };
      await reviseMatchesOf(tx, edit, { stateOf: () => "offline", support: "Support", now: rig.now() });
    });
  await change([channel], [channel, added]);
  await change([channel, added], [channel]);
  await change([channel], [channel, added]);
  expect(await rig.notified(`channel:${added}`)).toEqual(["repeated Offline"]);
  await sql`update notifications set result = 'delivered', sent = now() where result = 'held'`.execute(db);
  rig.report([name]);
  await rig.wait(3);
  expect(await rig.notified(`channel:${added}`)).toEqual(["repeated Offline", "ended Offline"]);
  expect(await rig.notified(recipient)).not.toContain("repeated Offline");
});
