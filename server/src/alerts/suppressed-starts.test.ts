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

async function startMaintenance(name: string): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    insert into maintenance_windows (station_name, why, by_name, by_staff, starts, ends)
    values (${name}, 'Belt', 'Ana Ruiz', false, '2026-11-25T00:00Z', '2026-11-26T16:00Z') returning id`.execute(db);
  const id = rows[0]?.id ?? 0;
  await sql`update stations set maintenance_id = ${id} where name = ${name}`.execute(db);
  const maintenance = { id, why: "Belt", by: "Ana Ruiz", by_staff: false, from: "2026-11-25T00:00:00.000Z" };
  rig.facts(name, { maintenance: { ...maintenance, until: "2026-11-26T16:00:00.000Z" } });
}

async function endMaintenance(name: string): Promise<void> {
  await sql`update stations set maintenance_id = null where name = ${name}`.execute(db);
  rig.facts(name, { maintenance: null });
}

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
    select id, 0, ${until}, 'Lee', 'Known', 1, 'urgent' from alerts`.execute(db);
  await startMaintenance(name);
  await rig.wait(2);
  expect(await rig.form()).toMatchObject({ dropped: 2, messages: 0 });
  await rig.wait(20);
  await endMaintenance(name);
  await rig.wait(10);
  expect([await sentTo(customer.recipient), await sentTo(recipient)]).toEqual([["started Offline"], []]);
  await rig.wait(32);
  expect([await sentTo(recipient), await sentTo(`channel:${boss}`)]).toEqual([["started Offline"], []]);
  await rig.wait(5);
  expect(await sentTo(recipient)).toEqual(["started Offline"]);
  expect(await sentTo(`channel:${boss}`)).toEqual(["escalated Offline"]);
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
