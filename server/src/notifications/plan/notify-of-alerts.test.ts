import { HOUR_MS, MINUTE_MS } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { emptyTables, testDatabase, insertRow } from "../../../test/database.ts";
import { loggedNotifications, notificationRig } from "../../../test/notification-rig.ts";
import { addStation } from "../../../test/stations.ts";
import { inTransaction } from "../../platform/db/index.ts";
import { notifyPerson } from "../index.ts";

const { db } = await testDatabase();
const rig = await notificationRig(db);
const { notify, orgs } = rig;
const BOTH = { email: true, push: true };

beforeEach(async () => {
  await emptyTables(db, ["notifications", "jobs", "alert_rules", "alerts", "channels", "users", "ownerships"]);
});

const log = () => loggedNotifications(db);
const recipients = async () => (await log()).map(({ recipient }) => recipient).toSorted();

/** Marks what waits as part of a message with a result. */
async function send(result: "delivered" | "retrying" | "failed" | "held"): Promise<void> {
  await sql`insert into jobs (kind, key, receiver, payload) values ('message', 'msg_1', 'x', '{}') on conflict do nothing`.execute(
    db,
  );
  await sql`update notifications set message_id = 'msg_1', result = ${result} where result = 'held'`.execute(db);
}

test("an alert notifies the rule's channels, and its subscribers by email and on each device that has not ended", async () => {
  const channel = await rig.addChannel();
  const rule = await rig.addRule({ channels: [channel] });
  const [ana, ben] = [await rig.addPerson({ name: "Ana Ruiz" }), await rig.addPerson()];
  const [phone, tablet] = [await rig.addDevice(ana), await rig.addDevice(ana)];
  await sql`update devices set ended = now() where id = ${tablet}`.execute(db);
  await rig.subscribe(ana, rule, { email: false, push: true });
  await rig.subscribe(ben, rule, BOTH);
  await rig.addStation("gc-00000000000a");
  const alert = await rig.addAlert([rule], { station_name: "gc-00000000000a" });
  await notify([{ type: "started", alert, rule }]);
  expect(await recipients()).toEqual([`channel:${channel}`, `email:${ben}`, `push:${phone}`].toSorted());
  const [first] = await log();
  expect(first).toMatchObject({ type: "started", alert, title: "Offline (Atlas 0012)", result: "held", why: "" });
});

test("people of another organization, their channels and those that only receive are not notified", async () => {
  const foreign = await rig.addChannel({ org_id: orgs.field });
  const receiver = await rig.addChannel({ kind: "alertmanager_in" });
  const rule = await rig.addRule({ channels: [foreign, receiver] });
  await rig.subscribe(await rig.addPerson({ org_id: orgs.field }), rule, BOTH);
  const alert = await rig.addAlert([rule]);
  await notify([{ type: "started", alert, rule }]);
  expect(await log()).toEqual([]);
});

test("a customer's rule never notifies of another organization's alert, and a rule of the support does", async () => {
  const [own, support] = [await rig.addChannel(), await rig.addChannel({ org_id: orgs.provider })];
  const rule = await rig.addRule({ channels: [own] });
  const supportRule = await rig.addRule({ org_id: orgs.provider, channels: [support] });
  const alert = await rig.addAlert([], { org_id: orgs.field });
  const staffAlert = await rig.addAlert([], { org_id: null, kind: "error_group" });
  for (const one of [alert, staffAlert]) {
    await notify([
      { type: "started", alert: one, rule },
      { type: "started", alert: one, rule: supportRule },
    ]);
  }
  expect(await recipients()).toEqual([`channel:${support}`, `channel:${support}`]);
});

test.each([
  ["alert", "Reno", 30, "started:alert:"],
  ["site", "Reno", 120, "started:site:"],
  ["site", null, 30, "started:alert:"],
  ["organization", "Reno", 30, "started:organization:"],
  ["hour", "Reno", 3600, "started:hour"],
] as const)("a start of a rule that groups by %s at site %s waits %i s", async (group_by, site, wait_s, key) => {
  const rule = await rig.addRule({ channels: [await rig.addChannel()], group_by });
  const alert = await rig.addAlert([rule], { site });
  await notify([{ type: "started", alert, rule }]);
  expect(await log()).toMatchObject([{ wait_s, group_key: expect.stringContaining(key) }]);
});

test("a station without a site whose location is the name of one is not grouped with those of the site", async () => {
  const [atSite, elsewhere] = ["gc-00000000000e", "gc-00000000000f"];
  for (const name of [atSite, elsewhere]) await addStation(db, { name, org_id: orgs.harbor });
  const site_id = await insertRow(db, "sites", { org_id: orgs.harbor, name: "Doca 1" });
  await db.updateTable("stations").set({ site_id }).where("name", "=", atSite).execute();
  const rule = await rig.addRule({ channels: [await rig.addChannel()], group_by: "site" });
  for (const station_name of [atSite, elsewhere]) {
    await notify([{ type: "started", alert: await rig.addAlert([rule], { station_name, site: "Doca 1" }), rule }]);
  }
  expect((await log()).map(({ group_key }) => group_key)).toEqual([
    `started:site:${site_id}`,
    `started:site:${orgs.harbor}:Doca 1`,
  ]);
});

test("what is grouped by the hour waits an hour from the first that waits", async () => {
  const rule = await rig.addRule({ channels: [await rig.addChannel()], group_by: "hour" });
  const [one, two] = [await rig.addAlert([rule]), await rig.addAlert([rule])];
  const now = Date.now();
  await notify([{ type: "started", alert: one, rule }], now);
  await notify([{ type: "started", alert: two, rule }], now + 20 * MINUTE_MS);
  expect((await log()).map(({ wait_s }) => wait_s)).toEqual([3600, 2400]);
});

test("each alert is an event of its own for PagerDuty", async () => {
  const rule = await rig.addRule({ channels: [await rig.addChannel({ kind: "pagerduty" })], group_by: "site" });
  const alert = await rig.addAlert([rule], { site: "Reno" });
  await notify([{ type: "started", alert, rule }]);
  expect(await log()).toMatchObject([{ group_key: `started:alert:${alert}` }]);
});

test("a step of the escalation notifies its channels, and its people by email and on their devices", async () => {
  const [usual, boss] = [await rig.addChannel(), await rig.addChannel()];
  const ana = await rig.addPerson();
  const phone = await rig.addDevice(ana);
  const step = { after_minutes: 15, channels: [boss], people: [ana], through_quiet: false };
  const rule = await rig.addRule({ channels: [usual], steps: [{ ...step, channels: [usual], people: [] }, step] });
  const alert = await rig.addAlert([rule]);
  await notify([{ type: "escalated", alert, rule, step: 1 }]);
  expect(await recipients()).toEqual([`channel:${boss}`, `email:${ana}`, `push:${phone}`].toSorted());
  expect(await log()).toMatchObject([{ step: 1, wait_s: 0 }, { step: 1 }, { step: 1 }]);
});

test("what is held back is in the log for each recipient with the reason", async () => {
  const rule = await rig.addRule({ channels: [await rig.addChannel(), await rig.addChannel()] });
  const alert = await rig.addAlert([rule]);
  const suppression = "In maintenance until 16:00 (Ana Ruiz)";
  await notify([{ type: "started", alert, rule, suppression }]);
  expect(await log()).toMatchObject([
    { result: "not_sent", why: suppression },
    { result: "not_sent", why: suppression },
  ]);
});

test.each(["delivered", "retrying", "held"] as const)(
  "the end of an alert is for those whose message was %s",
  async (result) => {
    const rule = await rig.addRule({ channels: [await rig.addChannel()] });
    const alert = await rig.addAlert([rule]);
    await notify([{ type: "started", alert, rule }]);
    await send(result);
    await notify([{ type: "ended", alert, rule }]);
    expect(await log()).toMatchObject([
      { type: "started", result },
      { type: "ended", result: "held", wait_s: 0, group_key: `ended:alert:${alert}` },
    ]);
  },
);

test("when an alert ends before it was sent, neither it nor its end is sent", async () => {
  const rule = await rig.addRule({ channels: [await rig.addChannel()] });
  const alert = await rig.addAlert([rule]);
  await notify([{ type: "started", alert, rule }]);
  await notify([{ type: "ended", alert, rule }]);
  expect(await log()).toMatchObject([
    { type: "started", result: "not_sent", why: "It ended before it was sent." },
    { type: "ended", result: "not_sent", why: "No alert was sent, so no recovery notification was sent." },
  ]);
});

test("a rule that does not report recovery says nothing of the end, and still drops what waits", async () => {
  const rule = await rig.addRule({ channels: [await rig.addChannel()], tells_recovery: false });
  const alert = await rig.addAlert([rule]);
  await notify([{ type: "started", alert, rule }]);
  await notify([{ type: "ended", alert, rule }]);
  expect(await log()).toMatchObject([{ type: "started", result: "not_sent" }]);
});

test("an acknowledgement is for channels that got the alert, and not for people", async () => {
  const channel = await rig.addChannel();
  const rule = await rig.addRule({ channels: [channel] });
  await rig.subscribe(await rig.addPerson(), rule, BOTH);
  const [sent, unsent] = [await rig.addAlert([rule]), await rig.addAlert([rule])];
  await notify([{ type: "started", alert: sent, rule }]);
  await send("delivered");
  await notify([{ type: "started", alert: unsent, rule }]);
  await notify([sent, unsent].map((alert) => ({ type: "acknowledged" as const, alert, rule })));
  expect((await log()).filter(({ type }) => type === "acknowledged")).toMatchObject([
    { alert: sent, recipient: `channel:${channel}`, result: "held" },
  ]);
});

const NIGHT = { from: "22:00", to: "07:00", days: [], time_zone: "America/Denver", urgent_passes: true };
/** 23:30 in Denver. */
const LATE = Date.parse("2026-05-02T05:30:00.000Z");
const IN_THE_MORNING = { wait_s: 27_000, why: expect.stringMatching(/ until 07:00 MDT\.$/) };

test("in the quiet period of a rule, all wait for its end, except for urgent alerts that pass", async () => {
  const rule = await rig.addRule({ channels: [await rig.addChannel()], quiet: NIGHT });
  await rig.subscribe(await rig.addPerson(), rule, { email: true, push: false });
  const [warning, urgent] = [await rig.addAlert([rule]), await rig.addAlert([rule], { severity: "urgent" })];
  await notify([{ type: "started", alert: warning, rule }], LATE);
  expect(await log()).toMatchObject([IN_THE_MORNING, IN_THE_MORNING]);
  await notify([{ type: "started", alert: urgent, rule }], LATE);
  expect((await log()).slice(2)).toMatchObject([
    { wait_s: 30, why: "" },
    { wait_s: 30, why: "" },
  ]);
});

test("a step that says so notifies through quiet hours", async () => {
  const ana = await rig.addPerson();
  const step = { after_minutes: 5, channels: [await rig.addChannel()], people: [ana] };
  const steps = [
    { ...step, through_quiet: true },
    { ...step, through_quiet: false },
  ];
  const rule = await rig.addRule({ steps, quiet: NIGHT });
  const alert = await rig.addAlert([rule]);
  await notify([{ type: "escalated", alert, rule, step: 0 }], LATE);
  await notify([{ type: "escalated", alert, rule, step: 1 }], LATE);
  const waits = (await log()).map(({ step: of, wait_s }) => [of, wait_s]);
  expect(waits).toEqual([
    [0, 0],
    [0, 0],
    [1, 27_000],
    [1, 27_000],
  ]);
});

async function sleeper(urgentAfterHour: boolean): Promise<number> {
  const user_id = await rig.addPerson();
  const hours = { starts: "22:00", ends: "07:00", zone: "America/Denver", urgent_after_hour: urgentAfterHour };
  await insertRow(db, "quiet_hours", { user_id, ...hours });
  return user_id;
}

test("a person's quiet hours are for that person alone", async () => {
  const channel = await rig.addChannel();
  const rule = await rig.addRule({ channels: [channel] });
  const person = await sleeper(false);
  await rig.subscribe(person, rule, { email: true, push: false });
  const alert = await rig.addAlert([rule], { severity: "urgent" });
  await notify([{ type: "started", alert, rule }], LATE);
  expect(await log()).toMatchObject([
    { recipient: `channel:${channel}`, wait_s: 30 },
    { recipient: `email:${person}`, ...IN_THE_MORNING },
  ]);
});

test("an urgent alert that nobody has acknowledged after an hour is sent in quiet hours to those who want that", async () => {
  const rule = await rig.addRule();
  await rig.subscribe(await sleeper(true), rule, { email: true, push: false });
  const fired_at = new Date(LATE - 20 * MINUTE_MS).toISOString();
  const [urgent, taken] = [
    await rig.addAlert([rule], { severity: "urgent", fired_at }),
    await rig.addAlert([rule], { severity: "urgent", fired_at }),
  ];
  const staff = await rig.addPerson({ org_id: orgs.provider });
  const owner = { kind: "alert", subject: `${taken}-${orgs.harbor}`, owner_id: staff, by_name: "Kari" };
  await sql`insert into ownerships (kind, subject, owner_id, by_name, assigned_at, acknowledged_at, until, rev)
    values (${owner.kind}, ${owner.subject}, ${owner.owner_id}, ${owner.by_name}, now(), now(), now(), 1)`.execute(db);
  await notify(
    [urgent, taken].map((alert) => ({ type: "started" as const, alert, rule })),
    LATE,
  );
  expect(await log()).toMatchObject([
    { alert: urgent, wait_s: 40 * 60, why: "Quiet hours of the person until 00:10 MDT." },
    { alert: taken, ...IN_THE_MORNING },
  ]);
});

test("a person is notified of what concerns them as they have chosen, and not of what they did themselves", async () => {
  const [ana, ben] = [await rig.addPerson(), await rig.addPerson()];
  const phone = await rig.addDevice(ana);
  await insertRow(db, "topic_subscriptions", { user_id: ben, topic: "assigned", email: false, push: true });
  const notice = { act: "assigned" as const, title: "Tray bent", body: "Group 129", path: "/triage" };
  for (const user of [ana, ben]) {
    await inTransaction(db, (tx) => notifyPerson(tx, { ...notice, user, by: null }, Date.now()));
    await inTransaction(db, (tx) => notifyPerson(tx, { ...notice, user, by: user }, Date.now()));
  }
  expect(await log()).toMatchObject([
    { type: "assigned", recipient: `email:${ana}`, title: "Assigned to you: Tray bent", wait_s: 0 },
    { type: "assigned", recipient: `push:${phone}` },
  ]);
});

test("thousands of events are stored in few statements, well within the limits of a transaction", async () => {
  const rule = await rig.addRule({ channels: [await rig.addChannel(), await rig.addChannel()] });
  await sql`insert into alerts (kind, subject, org_id, severity, title, detail, since)
    select 'offline', 'many:' || i, ${orgs.harbor}, 'warning', 'Offline', '', now() from generate_series(1, 2000) i`.execute(
    db,
  );
  const { rows } = await sql<{ id: number }>`select id from alerts`.execute(db);
  const of = (type: "started" | "ended") => rows.map(({ id: alert }) => ({ type, alert, rule }));
  await notify(of("started"));
  await notify(of("ended"), Date.now() + HOUR_MS);
  const found = await sql`select type, result, count(*) as count from notifications group by 1, 2 order by 1`.execute(
    db,
  );
  expect(found.rows).toEqual([
    { type: "ended", result: "not_sent", count: 4_000 },
    { type: "started", result: "not_sent", count: 4_000 },
  ]);
});
