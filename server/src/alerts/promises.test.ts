import type { Condition, NewRule } from "@groundcrew/shared/alerts";
import { MINUTE_MS } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { addChannel } from "../../test/access/seed.ts";
import { evaluationRig } from "../../test/evaluation-rig.ts";
import { putMute } from "./alert-act-queries.ts";

const rig = await evaluationRig();
const { db, orgs, stations } = rig;
/** Many stations that go on reporting, so that those of a test are only a small part of the fleet. */
await stations(30);
/** Whatever the test before has made hot is cool again. */
beforeEach(async () => {
  rig.report(rig.names(), { batteries: null }, { status: { internal_temperature: 70 } });
  await rig.clear();
});

const above = (fahrenheit: number): Condition => ({ kind: "temperature", direction: "above", fahrenheit, minutes: 0 });
const heat = (name: string, internal_temperature: number) =>
  rig.report([name], {}, { status: { internal_temperature } });
/** What a recipient is notified of, without what is held back. */
const sentTo = async (recipient: string) => (await rig.notified(recipient)).filter((line) => !line.includes(" -- "));
/** All that waits is sent. */
const deliver = () =>
  sql`update notifications set result = 'delivered', sent = now() where result = 'held'`.execute(db);

/** A rule whose only step notifies another channel after some minutes. */
async function escalating(condition: Condition, after_minutes: number, more: Partial<NewRule> = {}) {
  const channel = await addChannel(db, orgs.provider, `Boss of ${condition.kind}`);
  const step = { after_minutes, channels: [channel], people: [], through_quiet: false };
  const rule = await rig.rule(condition, { steps: [step], repeat_minutes: null, ...more });
  return { ...rule, boss: `channel:${channel}` };
}

test("each side reads its own limit and severity, and restarts and edits of rules make nothing worse", async () => {
  const [name = ""] = await stations(1);
  const support = await rig.rule(above(100), { severity: "warning", group_by: "alert" });
  const harbor = await rig.rule(above(90), { org_id: orgs.harbor, severity: "urgent", group_by: "alert" });
  heat(name, 106);
  await rig.run();
  for (let restart = 0; restart < 6; restart += 1) {
    await rig.wait(2);
    await rig.takeOver();
    await rig.rule({ kind: "firmware", older_than: "1.0.0" });
  }
  expect(await rig.notified(support.recipient)).toEqual(["started 106°F inside, limit 100°F"]);
  expect(await rig.notified(harbor.recipient)).toEqual(["started 106°F inside, limit 90°F"]);
  const { rows } = await sql<{ recipient: string; urgent: boolean }>`
    select recipient, urgent from notifications order by id`.execute(db);
  expect(new Map(rows.map(({ recipient, urgent }) => [recipient, urgent]))).toEqual(
    new Map([
      [support.recipient, false],
      [harbor.recipient, true],
    ]),
  );
  const lines = await sql<{ what: string; side: number }>`
    select what, side from alert_history where what like 'Began%' order by side`.execute(db);
  expect(lines.rows).toEqual([
    { side: 0, what: "Began: 106°F inside, limit 100°F" },
    { side: orgs.harbor, what: "Began: 106°F inside, limit 90°F" },
  ]);
});

test("a mute ends when the alert gets worse by a rule of its own side, not by another rule or a restart", async () => {
  const [name = ""] = await stations(1);
  const { recipient } = await rig.rule(above(100));
  await rig.rule(above(90), { org_id: orgs.harbor });
  heat(name, 103);
  await rig.run();
  await sql`
    insert into alert_mutes (alert_id, side, until, by_name, why, level, severity)
    select id, 0, '2026-11-26T16:00Z', 'Lee', 'RuleState', 1, 'urgent' from alerts`.execute(db);
  const muted = async () => (await sql`select from alert_mutes`.execute(db)).rows.length;
  // The customer's level rises from 3 to 4 with 105 °F at a limit of 90 °F.
  heat(name, 104.9);
  await rig.wait(5);
  await rig.takeOver();
  await rig.wait(5);
  expect(await muted()).toBe(1);
  heat(name, 106);
  await rig.wait(2);
  expect([await muted(), await sentTo(recipient)]).toEqual([
    0,
    ["started 103°F inside, limit 100°F", "changed 106°F inside, limit 100°F"],
  ]);
});

test("a mute while a reading is low does not make worse of what its recipients know", async () => {
  const [name = ""] = await stations(1);
  const { recipient } = await rig.rule(above(100));
  heat(name, 116);
  await rig.run();
  await rig.wait(2);
  heat(name, 104);
  await rig.wait(2);
  const { rows } = await sql<{ id: number }>`select id from alerts`.execute(db);
  await putMute(
    db,
    { id: rows[0]?.id ?? 0, level: 1, severity: "urgent" },
    { side: 0, until: "2026-11-26T16:00:00.000Z", by: "Lee", why: "RuleState" },
  );
  heat(name, 114);
  await rig.wait(5);
  const muted = async () => (await sql`select from alert_mutes`.execute(db)).rows.length;
  expect([await muted(), await sentTo(recipient)]).toEqual([1, ["started 116°F inside, limit 100°F"]]);
  heat(name, 121);
  await rig.wait(2);
  expect([await muted(), await sentTo(recipient)]).toEqual([
    0,
    ["started 116°F inside, limit 100°F", "changed 121°F inside, limit 100°F"],
  ]);
});

test("a temperature that moves up and down at a step is one alert", async () => {
  const [name = ""] = await stations(1);
  const { recipient } = await rig.rule(above(100));
  for (let round = 0; round < 15; round += 1) {
    heat(name, 104);
    await rig.wait(2);
    heat(name, 106);
    await rig.wait(2);
  }
  expect(await rig.notified(recipient)).toEqual([
    "started 104°F inside, limit 100°F",
    "changed 106°F inside, limit 100°F",
  ]);
  heat(name, 98.4);
  await rig.wait(2);
  expect(await rig.alerts()).toMatchObject([{ title: "Back at 98°F inside, ends at 97°F", ended_at: null }]);
});

test("a step that was due in maintenance is taken once afterwards, also without a repetition", async () => {
  const [name = ""] = await stations(1);
  const { recipient, boss } = await escalating({ kind: "offline", minutes: 1 }, 30);
  rig.lose([name]);
  await rig.wait(5);
  await rig.setMaintenance(name);
  await rig.wait(60);
  expect(await rig.notified(boss)).toEqual([]);
  await rig.setMaintenance(name, null);
  await rig.wait(10);
  expect(await rig.notified(recipient)).toEqual(["started Offline", "repeated Offline"]);
  expect(await rig.notified(boss)).toEqual(["escalated Offline"]);
});

test("a rule that matches again while another does begins again, and reports its own end at once", async () => {
  const [name = ""] = await stations(1);
  const one = await escalating(above(91), 2);
  const other = await rig.rule(above(85));
  heat(name, 94);
  await rig.wait(1);
  await deliver();
  heat(name, 87);
  await rig.wait(5);
  expect(await sentTo(one.recipient)).toEqual(["started 94°F inside, limit 91°F", "ended 94°F inside, limit 91°F"]);
  expect(await sentTo(other.recipient)).toEqual(["started 94°F inside, limit 85°F"]);
  await deliver();
  heat(name, 94);
  await rig.wait(1);
  expect(await rig.notified(one.boss)).toEqual([]);
  await rig.wait(1.5);
  expect((await sentTo(one.recipient)).slice(2)).toEqual(["started 94°F inside, limit 91°F"]);
  expect(await rig.notified(one.boss)).toEqual(["escalated 94°F inside, limit 91°F"]);
});

test("a channel of two rules gets the end of an alert once, when none of them matches any more", async () => {
  const [name = ""] = await stations(1);
  const { id, recipient } = await rig.rule(above(100), { group_by: "alert" });
  const other = await rig.rule(above(90), { group_by: "alert" });
  await sql`update alert_rules set channels = (select channels from alert_rules where id = ${id}) where id = ${other.id}`.execute(
    db,
  );
  heat(name, 104);
  await rig.wait(1);
  await deliver();
  heat(name, 93);
  await rig.wait(1);
  expect((await sentTo(recipient)).filter((line) => line.startsWith("ended"))).toEqual([]);
  heat(name, 70);
  await rig.wait(1);
  expect((await sentTo(recipient)).filter((line) => line.startsWith("ended"))).toHaveLength(1);
});

test("a station that moved says so to those who were notified, and nothing of its new organization", async () => {
  const [name = ""] = await stations(1);
  const { recipient } = await rig.rule({ kind: "offline", minutes: 1 }, { org_id: orgs.harbor });
  rig.lose([name]);
  await rig.wait(2);
  await deliver();
  await sql`update stations set org_id = ${orgs.provider}, serial_number = 'SECRET-1' where name = ${name}`.execute(db);
  rig.facts(name, { org_id: orgs.provider });
  rig.markTopic("alert_rules");
  await rig.run();
  const { rows } = await sql<{ title: string }>`
    select title from notifications where recipient = ${recipient} and type = 'ended'`.execute(db);
  expect(rows).toEqual([{ title: `Offline (Serial of ${name})` }]);
  const history = await sql<{ what: string }>`select what from alert_history order by id desc limit 1`.execute(db);
  expect(history.rows).toEqual([{ what: "Ended: The station moved to another organization" }]);
  expect(await rig.alerts()).toMatchObject([{ end_reason: "The station moved to another organization" }]);
  await rig.takeOver();
  expect((await sentTo(recipient)).filter((line) => line.startsWith("ended"))).toHaveLength(1);
});

test("a flapping alert that stays on is escalated, and one that began to flap while muted is reported after it", async () => {
  const [name = ""] = await stations(1);
  const { recipient, boss } = await escalating({ kind: "offline", minutes: 1 }, 5);
  for (let time = 0; time < 3; time += 1) {
    rig.lose([name]);
    await rig.wait(2);
    if (time === 1) {
      const until = new Date(rig.now() + 20 * MINUTE_MS).toISOString();
      await sql`
        insert into alert_mutes (alert_id, side, until, by_name, why, level, severity)
        select id, 0, ${until}, 'Lee', 'RuleState', 1, 'urgent' from alerts where ended_at is null`.execute(db);
    }
    if (time === 2) break;
    rig.report([name]);
    await rig.wait(2);
  }
  expect(await rig.alerts()).toMatchObject([
    { ended_at: expect.any(String) },
    { ended_at: expect.any(String) },
    { flapping: true },
  ]);
  await rig.wait(40);
  expect((await rig.notified(recipient)).filter((line) => line.startsWith("flapping"))).toHaveLength(1);
  expect(await rig.notified(boss)).toEqual(["escalated Offline"]);
});

test("what a station reported last is neither repeated nor escalated while it is offline", async () => {
  const [name = ""] = await stations(1);
  const hot = await escalating(above(100), 5, { repeat_minutes: 15 });
  const battery = await escalating({ kind: "battery_error" }, 5);
  heat(name, 106);
  rig.report([name], { batteries: { failed: [3], hottest: null } });
  await rig.wait(1);
  rig.lose([name]);
  await rig.wait(60);
  expect(await rig.notified(hot.recipient)).toEqual(["started 106°F inside, limit 100°F"]);
  expect([await rig.notified(hot.boss), await rig.notified(battery.boss)]).toEqual([[], []]);
  rig.report([name]);
  await rig.wait(7);
  expect(await rig.notified(hot.boss)).toEqual(["escalated 106°F inside, limit 100°F"]);
});

test("a station that is put back into service counts as offline from then, and has not begun to flap", async () => {
  const [name = ""] = await stations(1);
  await rig.rule({ kind: "offline", minutes: 5 });
  rig.lose([name]);
  await rig.wait(6);
  for (let round = 0; round < 3; round += 1) {
    rig.facts(name, { retired: "2026-11-25T12:00:00.000Z" });
    await rig.wait(1);
    rig.facts(name, { retired: null });
    await rig.run();
    await rig.wait(3);
    await rig.takeOver();
    expect((await rig.alerts()).filter(({ ended_at }) => ended_at === null)).toEqual([]);
    await rig.wait(3);
    expect((await rig.alerts()).at(-1)).toMatchObject({ ended_at: null, flapping: false });
  }
});

test("a station counts as offline from the loss of its link, not from its last message", async () => {
  const [name = ""] = await stations(1);
  await rig.rule({ kind: "offline", minutes: 1 }, { scope: { kind: "stations", names: [name] } });
  rig.pauseReports([name]);
  await rig.wait(1, 0.5);
  rig.lose([name]);
  const since = new Date(rig.now()).toISOString();
  await rig.wait(0.5, 0.5);
  expect(await rig.alerts()).toEqual([]);
  await rig.wait(1, 0.5);
  expect(await rig.alerts()).toMatchObject([{ kind: "offline" }]);
  expect((await sql`select since from alerts`.execute(db)).rows).toEqual([{ since }]);
});

test("an alert that the database rejects does not keep the others from being evaluated", async () => {
  const [bad = "", good = ""] = await stations(2);
  await rig.rule({ kind: "offline", minutes: 1 });
  rig.facts(bad, { location_deployment: "Reno \u0000" });
  rig.lose([bad, good]);
  await rig.wait(3);
  expect(await rig.alerts()).toMatchObject([{ subject: `station:${good}` }]);
});
