import { MINUTE_MS } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { addChannel } from "../../test/access/seed.ts";
import { evaluationRig } from "../../test/evaluation-rig.ts";

const rig = await evaluationRig();
const { db, orgs, stations } = rig;
/** Many stations that go on reporting, so that that of a test is only a small part of the fleet. */
await stations(30);

/** What a recipient is notified of, without what is held back. */
const sentTo = async (recipient: string) => (await rig.notified(recipient)).filter((line) => !line.includes(" -- "));

test("a start that waits when maintenance or a mute begins is sent after it, and its steps count from then", async () => {
  const [name = ""] = await stations(1);
  const boss = await addChannel(db, orgs.provider, "Boss");
  const steps = [{ after_minutes: 5, channels: [boss], people: [], through_quiet: false }];
  const offline = { kind: "offline", minutes: 1 } as const;
  const { recipient } = await rig.rule(offline, { steps, repeat_minutes: null });
  const customer = await rig.rule(offline, { org_id: orgs.harbor, repeat_minutes: null });
  rig.lose([name]);
  await rig.wait(1);
  const until = new Date(rig.now() + 60 * MINUTE_MS).toISOString();
  await sql`
    insert into alert_mutes (alert_id, side, until, by_name, why, level, severity)
    select id, 0, ${until}, 'Lee', 'RuleState', 1, 'urgent' from alerts`.execute(db);
  await rig.setMaintenance(name);
  await rig.wait(2);
  expect(await rig.form()).toEqual({ handled: 2, dropped: 2 });
  await rig.wait(20);
  await rig.setMaintenance(name, null);
  await rig.wait(10);
  expect([await sentTo(customer.recipient), await sentTo(recipient)]).toEqual([["started Offline"], []]);
  await rig.wait(32);
  expect([await sentTo(recipient), await sentTo(`channel:${boss}`)]).toEqual([["started Offline"], []]);
  await rig.wait(5);
  expect(await sentTo(recipient)).toEqual(["started Offline"]);
  expect(await sentTo(`channel:${boss}`)).toEqual(["escalated Offline"]);
});

test("a step of an escalation that waits when maintenance begins is taken after it, once and by everybody", async () => {
  await rig.clear();
  const [name = ""] = await stations(1);
  const [boss, night] = [await addChannel(db, orgs.provider, "Boss 2"), await addChannel(db, orgs.provider, "Night")];
  const step = { people: [], through_quiet: false };
  const steps = [
    { ...step, after_minutes: 5, channels: [boss] },
    { ...step, after_minutes: 10, channels: [boss, night] },
  ];
  const { recipient, id } = await rig.rule({ kind: "offline", minutes: 1 }, { steps, repeat_minutes: null });
  rig.lose([name]);
  await rig.wait(3);
  await rig.form();
  const clock = (minutes: number) => new Date(rig.now() + minutes * MINUTE_MS).toISOString().slice(11, 16);
  const quiet = { from: clock(0), to: clock(30), days: [], time_zone: "UTC", urgent_passes: false };
  await sql`update alert_rules set quiet = ${JSON.stringify(quiet)}::jsonb where id = ${id}`.execute(db);
  await rig.wait(12);
  expect(await rig.form()).toEqual({ handled: 0, dropped: 0 });
  await rig.setMaintenance(name);
  await rig.wait(60);
  expect(await rig.form()).toEqual({ handled: 3, dropped: 3 });
  expect(await sentTo(`channel:${boss}`)).toEqual([]);
  await rig.setMaintenance(name, null);
  await rig.wait(10);
  await rig.form();
  expect(await sentTo(recipient)).toEqual(["started Offline", "repeated Offline"]);
  expect(await sentTo(`channel:${boss}`)).toEqual(["escalated Offline", "escalated Offline"]);
  expect(await sentTo(`channel:${night}`)).toEqual(["escalated Offline"]);
});

test("a short loss of a station's link repeats nothing by a rule that does not repeat", async () => {
  const [name = ""] = await stations(1);
  const { recipient } = await rig.rule(
    { kind: "temperature", direction: "above", fahrenheit: 100, minutes: 0 },
    { repeat_minutes: null },
  );
  rig.report([name], {}, { status: { internal_temperature: 106 } });
  await rig.wait(1);
  rig.lose([name]);
  await rig.run();
  rig.report([name]);
  await rig.wait(20);
  expect(await rig.notified(recipient)).toEqual(["started 106°F inside, limit 100°F"]);
});
