import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { evaluationRig } from "../../../test/evaluation-rig.ts";

const rig = await evaluationRig();
const { db, orgs, stations } = rig;
const offline = { kind: "offline", minutes: 10 } as const;

/** Many stations that go on reporting, so that those of a test are only a small part of the fleet. */
await stations(40);

beforeEach(() => rig.clear());

/** All that waits is sent. */
const deliver = () =>
  sql`update notifications set result = 'delivered', sent = now() where result = 'held'`.execute(db);
const active = async () => (await rig.alerts()).filter(({ ended_at }) => ended_at === null);

test("a station that is offline for the minutes of a rule makes one alert, and its end is sent to those who got it", async () => {
  const [name = ""] = await stations(1);
  const { recipient } = await rig.rule(offline);
  rig.lose([name]);
  await rig.wait(9);
  expect(await rig.alerts()).toEqual([]);
  await rig.wait(1);
  expect(await rig.alerts()).toMatchObject([
    { kind: "offline", subject: `station:${name}`, title: "Offline", severity: "urgent", ended_at: null },
  ]);
  await rig.wait(30);
  expect(await rig.notified(recipient)).toEqual(["started Offline"]);
  await deliver();
  rig.report([name]);
  await rig.wait(1);
  expect(await active()).toEqual([]);
  expect(await rig.alerts()).toMatchObject([{ end_reason: "Online again" }]);
  const history = await sql<{ what: string }>`select what from alert_history order by id`.execute(db);
  expect(history.rows.map(({ what }) => what)).toEqual(["Began: Offline", "Ended: Online again"]);
});

test("a station that is back in time makes no alert, and what waited is forgotten", async () => {
  const [name = ""] = await stations(1);
  await rig.rule(offline);
  rig.lose([name]);
  await rig.wait(5);
  expect((await sql`select from alert_conditions`.execute(db)).rows).toHaveLength(1);
  rig.report([name]);
  await rig.wait(20);
  expect(await rig.alerts()).toEqual([]);
  expect((await sql`select from alert_conditions`.execute(db)).rows).toHaveLength(0);
});

test("another server that takes over keeps the time that has passed, and makes no alert twice", async () => {
  const [name = ""] = await stations(1);
  const { recipient } = await rig.rule({ kind: "temperature", direction: "above", fahrenheit: 104, minutes: 10 });
  rig.report([name], {}, { status: { internal_temperature: 110 } });
  await rig.run();
  await rig.wait(6);
  await rig.takeOver();
  await rig.wait(4);
  expect(await rig.alerts()).toMatchObject([{ kind: "temperature", title: "110°F inside, limit 104°F", level: 2 }]);
  await rig.takeOver();
  await rig.wait(5);
  expect(await rig.alerts()).toHaveLength(1);
  expect(await rig.notified(recipient)).toHaveLength(1);
});

test("an alert of a rule and that of another one about the same are one, which ends with the last of them", async () => {
  const [name = ""] = await stations(1);
  const first = await rig.rule(offline);
  const second = await rig.rule({ kind: "offline", minutes: 20 }, { org_id: orgs.harbor, severity: "warning" });
  rig.lose([name]);
  await rig.wait(25);
  expect(await rig.alerts()).toMatchObject([{ kind: "offline", severity: "urgent" }]);
  expect([await rig.notified(first.recipient), await rig.notified(second.recipient)]).toEqual([
    ["started Offline"],
    ["started Offline"],
  ]);
});

test("stations of a site that went silent together are one alert, sent once to each channel", async () => {
  const names = await stations(6, { location_deployment: "Reno" });
  const { recipient } = await rig.rule(offline);
  rig.lose(names.slice(0, 3));
  await rig.wait(2);
  rig.lose(names.slice(3));
  await rig.wait(15);
  const alerts = await active();
  const site = alerts.find(({ kind }) => kind === "site_outage");
  expect(site).toMatchObject({ title: "Site outage: Reno", stations: 6, parent: null });
  const others = alerts.filter(({ kind }) => kind !== "site_outage");
  expect(others).toHaveLength(6);
  expect(others.every(({ parent }) => parent === site?.subject)).toBe(true);
  const notified = await rig.notified(recipient);
  expect(notified.filter((line) => !line.includes(" -- "))).toEqual(["started Site outage: Reno"]);
  expect(notified.filter((line) => line.endsWith(" -- Grouped into Site outage: Reno"))).toHaveLength(6);
});

test("what a site outage leaves is sent on its own five minutes after it", async () => {
  const names = await stations(3, { location_deployment: "Elko" });
  const { recipient } = await rig.rule(offline);
  rig.lose(names);
  await rig.wait(12);
  await deliver();
  rig.report(names.slice(0, 1));
  await rig.wait(4);
  const sent = async () => (await rig.notified(recipient)).filter((line) => !line.includes(" -- "));
  expect(await sent()).toEqual(["started Site outage: Elko", "ended Site outage: Elko"]);
  await rig.wait(3);
  expect(await sent()).toEqual([
    "started Site outage: Elko",
    "ended Site outage: Elko",
    "started Offline",
    "started Offline",
  ]);
});

test("when nearly all stations go silent at once, the server's link is the one alert", async () => {
  const names = await stations(60);
  const { recipient } = await rig.rule({ kind: "offline", minutes: 1 });
  rig.lose(names.slice(0, 50));
  await rig.run();
  rig.lose(names.slice(50));
  await rig.wait(15);
  const alerts = await active();
  expect(alerts.filter(({ parent }) => parent === null)).toMatchObject([
    { kind: "no_reports", title: "Groundcrew is not receiving data from many of its stations", stations: 60 },
  ]);
  const sent = (await rig.notified(recipient)).filter((line) => !line.includes(" -- "));
  expect(sent).toEqual(["started Groundcrew is not receiving data from many of its stations"]);
  await rig.takeOver();
  rig.report(names);
  await rig.wait(1);
  expect(await active()).toEqual([]);
});

test("alerts of a station in maintenance are held back, and what is still wrong is sent five minutes after it", async () => {
  const [name = ""] = await stations(1);
  const { recipient } = await rig.rule(offline);
  await rig.setMaintenance(name);
  rig.lose([name]);
  await rig.wait(15);
  expect(await active()).toMatchObject([{ kind: "offline", in_maintenance: true }]);
  const held = "started Offline -- In maintenance until 2026-11-26 16:00 UTC (Ana Ruiz)";
  expect(await rig.notified(recipient)).toEqual([held]);
  await rig.setMaintenance(name, null);
  await rig.wait(4);
  expect(await rig.notified(recipient)).toEqual([held]);
  await rig.wait(2);
  expect(await rig.notified(recipient)).toEqual([held, "started Offline"]);
});

test("alerts about a station's incidents are in maintenance with it", async () => {
  const [name = ""] = await stations(1);
  await sql`
    with tag as (insert into support_log_tags (name, alerting) values ('belt', true) returning id), entry as (
      insert into support_log_entries (station_name, author, status, content)
      values (${name}, 'Kari', 'incident_pending', 'Belt worn') returning id
    )
    insert into support_log_entry_tags select entry.id, tag.id from entry, tag`.execute(db);
  await rig.rule({ kind: "incident", statuses: ["incident_pending"] });
  await rig.wait(1);
  expect(await active()).toMatchObject([{ kind: "incident", in_maintenance: false }]);
  await rig.setMaintenance(name);
  await rig.wait(1);
  expect(await active()).toMatchObject([{ kind: "incident", in_maintenance: true }]);
  await rig.setMaintenance(name, null);
  await rig.wait(1);
  expect(await active()).toMatchObject([{ kind: "incident", in_maintenance: false }]);
});

test("alerts that an offline station causes are part of that one", async () => {
  const [name = ""] = await stations(1);
  await rig.rule(offline);
  await rig.rule({ kind: "clock_skew", seconds: 60 });
  rig.report([name], { clock_skew_ms: 90_000 });
  await rig.run();
  rig.lose([name]);
  await rig.wait(11);
  expect(await active()).toMatchObject([
    { kind: "clock_skew", title: "Clock is 90 s ahead", parent: `station:${name}` },
    { kind: "offline", parent: null },
  ]);
});

test.each([
  ["reported", "alert_rules" as const],
  ["missed, since the connection to the database was lost", null],
])("a rule that no longer watches a station ends its alert, also if the change was %s", async (_, topic) => {
  const [name = ""] = await stations(1);
  const { id } = await rig.rule(offline);
  rig.lose([name]);
  await rig.wait(11);
  expect(await active()).toHaveLength(1);
  await sql`update alert_rules set scope = '{"kind":"types","station_types":["global"]}' where id = ${id}`.execute(db);
  rig.markTopic(topic);
  await rig.wait(1);
  expect(await active()).toEqual([]);
});

test("an alert that begins and ends five times within an hour is sent once more, then held until it is quiet", async () => {
  const [name = ""] = await stations(1);
  const { recipient } = await rig.rule({ kind: "offline", minutes: 1 });
  for (let time = 0; time < 4; time += 1) {
    rig.lose([name]);
    await rig.wait(2);
    rig.report([name]);
    await rig.wait(2);
  }
  expect(await active()).toMatchObject([{ kind: "offline", flapping: true }]);
  expect((await rig.notified(recipient)).filter((line) => line.startsWith("flapping"))).toHaveLength(1);
  await rig.wait(62, 2);
  expect(await active()).toEqual([]);
});

test("what is grouped into an alert stands alone five minutes after the station is back, although that one may flap", async () => {
  const [name = ""] = await stations(1);
  const own = async () => (await active()).filter(({ subject }) => subject === `station:${name}`);
  await rig.rule({ kind: "offline", minutes: 1 });
  const { recipient } = await rig.rule({ kind: "clock_skew", seconds: 60 });
  const ahead = { clock_skew_ms: 90_000 };
  rig.report([name], ahead);
  await rig.run();
  for (let time = 0; time < 4; time += 1) {
    rig.lose([name]);
    await rig.wait(2);
    expect(await own()).toMatchObject([
      { kind: "clock_skew", parent: `station:${name}` },
      { kind: "offline", parent: null },
    ]);
    rig.report([name], ahead);
    await rig.wait(2);
  }
  expect(await own()).toMatchObject([
    { kind: "clock_skew", parent: null },
    { kind: "offline", flapping: true },
  ]);
  await rig.wait(5);
  expect((await rig.notified(recipient)).at(-1)).toBe("repeated Clock is 90 s ahead");
});

test("an alert of a station that is retired says so, and not that all is well", async () => {
  const [name = ""] = await stations(1);
  await rig.rule(offline);
  rig.lose([name]);
  await rig.wait(11);
  rig.facts(name, { retired: "2026-11-25T12:00:00.000Z" });
  await rig.wait(1);
  expect(await rig.alerts()).toMatchObject([{ end_reason: "The station is no longer in service" }]);
});

test("a match of a rule that is off, stored at that moment, is ended", async () => {
  const [name = ""] = await stations(1);
  const { id } = await rig.rule(offline);
  rig.lose([name]);
  await rig.wait(11);
  await sql`update alert_rules set enabled = false, off_since = now() where id = ${id}`.execute(db);
  rig.markTopic("alert_rules");
  await rig.wait(1);
  expect(await active()).toEqual([]);
});

test("what concerned a station ends when it moves to another organization, and rules look at it again", async () => {
  const [name = ""] = await stations(1);
  await rig.rule(offline);
  rig.lose([name]);
  await rig.wait(11);
  await sql`
    insert into maintenance_windows (station_name, why, by_name, by_staff, starts, ends)
    values (${name}, 'Belt', 'Ana Ruiz', false, now() - interval '1 hour', now() + interval '1 hour')`.execute(db);
  await sql`update stations set org_id = ${orgs.provider} where name = ${name}`.execute(db);
  const windows = await sql`select from maintenance_windows where ended_at is null and station_name = ${name}`.execute(
    db,
  );
  expect(windows.rows).toEqual([]);
  rig.facts(name, { org_id: orgs.provider });
  rig.markTopic("alert_rules");
  await rig.wait(1);
  const found = await sql<{ org_id: number; end_reason: string | null }>`
    select org_id, end_reason from alerts order by id`.execute(db);
  expect(found.rows).toEqual([
    { org_id: orgs.harbor, end_reason: "The station moved to another organization" },
    { org_id: orgs.provider, end_reason: null },
  ]);
});
