import { insertRow } from "../../../test/database.ts";
import { HOUR_MS } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { formingRig, STATION } from "../../../test/forming-rig.ts";
import { type AlertEvent } from "../index.ts";

const { db, deliver, end, form, log, messages, started, reset, rig } = await formingRig();
const { notify, orgs } = rig;

beforeEach(reset);

test("an alert that has ended meanwhile is not sent", async () => {
  const rule = await rig.addRule({ channels: [await rig.addChannel()] });
  const alert = await rig.addAlert([rule]);
  await started(rule, alert);
  await end(alert);
  await form();
  expect(await log()).toMatchObject([{ result: "not_sent", why: "It ended before it was sent." }]);
});

test("an alert whose station is in maintenance is not sent, and a customer does not read who of the support did that", async () => {
  const channels = [await rig.addChannel()];
  const rule = await rig.addRule({ channels });
  const supportRule = await rig.addRule({
    org_id: orgs.provider,
    channels: [await rig.addChannel({ org_id: orgs.provider })],
  });
  const alert = await rig.addAlert([rule, supportRule], { station_name: STATION });
  await started(rule, alert);
  await started(supportRule, alert);
  await sql`
    with window_of as (
      insert into maintenance_windows (station_name, why, by_name, by_staff, starts, ends)
      values (${STATION}, 'Work', 'Ana Ruiz', true, now(), now() + interval '1 hour') returning id
    )
    update stations set maintenance_id = (select id from window_of) where name = ${STATION}`.execute(db);
  await sql`update alerts set in_maintenance = true`.execute(db);
  await form();
  expect(await log()).toMatchObject([
    { result: "not_sent", why: expect.stringMatching(/^In maintenance until .* UTC \(Groundcrew Support\)\.$/) },
    { result: "not_sent", why: expect.stringMatching(/^In maintenance until .* UTC \(Ana Ruiz\)\.$/) },
  ]);
});

test("an alert that was grouped into another one is not sent", async () => {
  const rule = await rig.addRule({ channels: [await rig.addChannel()] });
  const alert = await rig.addAlert([rule]);
  const outage = await rig.addAlert([], { kind: "site_outage", title: "Site outage: Reno" });
  await started(rule, alert);
  await sql`update alerts set parent_id = ${outage} where id = ${alert}`.execute(db);
  await form();
  expect(await log()).toMatchObject([{ result: "not_sent", why: "Grouped into Site outage: Reno." }]);
});

test("a mute silences an alert on the side that muted it", async () => {
  const rule = await rig.addRule({ channels: [await rig.addChannel()] });
  const supportRule = await rig.addRule({
    org_id: orgs.provider,
    channels: [await rig.addChannel({ org_id: orgs.provider })],
  });
  const alert = await rig.addAlert([rule, supportRule]);
  await started(rule, alert);
  await started(supportRule, alert);
  const mute = { alert_id: alert, side: orgs.harbor, by_name: "Ana", why: "Known", level: 1, severity: "warning" };
  await insertRow(db, "alert_mutes", { ...mute, until: new Date(Date.now() + HOUR_MS).toISOString() });
  await form();
  expect(await log()).toMatchObject([
    { result: "not_sent", why: expect.stringMatching(/^Muted until .* UTC \(Ana\)\.$/) },
    { result: "held", message: expect.any(String) },
  ]);
});

test("an alert of a station that has moved to another organization is not sent", async () => {
  const rule = await rig.addRule({ channels: [await rig.addChannel()] });
  const alert = await rig.addAlert([rule]);
  await started(rule, alert);
  await sql`update alerts set org_id = ${orgs.field} where id = ${alert}`.execute(db);
  await form();
  expect(await log()).toMatchObject([{ result: "not_sent", why: "It is about a station of another organization." }]);
});

test("people who are not admins get no alerts about groups, incidents and the server", async () => {
  const channel = await rig.addChannel({ org_id: orgs.provider });
  const [admin, staff] = [
    await rig.addPerson({ org_id: orgs.provider }),
    await rig.addPerson({ org_id: orgs.provider }),
  ];
  await sql`update users set can_admin = true where id = ${admin}`.execute(db);
  const step = { after_minutes: 15, channels: [], people: [staff], through_quiet: false };
  const rule = await rig.addRule({ org_id: orgs.provider, channels: [channel], steps: [step] });
  const devices = [await rig.addDevice(admin), await rig.addDevice(staff)];
  for (const person of [admin, staff]) await rig.subscribe(person, rule, { email: true, push: true });
  const alert = await rig.addAlert([rule], { org_id: null, kind: "system", title: "The disk is almost full" });
  await started(rule, alert);
  await notify([{ type: "escalated", alert, rule, step: 0 }]);
  await form();
  const sent = (await messages()).map(({ recipient }) => recipient);
  expect(sent.toSorted()).toEqual([`channel:${channel}`, `email:${admin}`, `push:${devices[0]}`]);
  const dropped = (await log()).filter(({ result }) => result === "not_sent");
  expect(dropped).toHaveLength(4);
  expect(new Set(dropped.map(({ why }) => why))).toEqual(new Set(["Only admins see this alert."]));
});

test("people who have left the organization, and devices and channels that are gone, get nothing", async () => {
  const channel = await rig.addChannel();
  const rule = await rig.addRule({ channels: [channel] });
  const [ana, ben] = [await rig.addPerson(), await rig.addPerson()];
  const phone = await rig.addDevice(ben);
  await rig.subscribe(ana, rule, { email: true, push: false });
  await rig.subscribe(ben, rule, { email: false, push: true });
  await started(rule, await rig.addAlert([rule]));
  await sql`update users set org_id = ${orgs.field} where id = ${ana}`.execute(db);
  await sql`update devices set ended = now() where id = ${phone}`.execute(db);
  await sql`delete from channels where id = ${channel}`.execute(db);
  await form();
  expect(await messages()).toEqual([]);
  expect((await log()).map(({ why }) => why).toSorted()).toEqual([
    "The channel was deleted.",
    "The device no longer receives messages.",
    "The person no longer belongs to the organization.",
  ]);
});

test("a paused channel gets nothing until somebody resumes it, or when its pause ends", async () => {
  const [forever, short] = [await rig.addChannel(), await rig.addChannel()];
  const rule = await rig.addRule({ channels: [forever, short] });
  await sql`update channels set paused = now()`.execute(db);
  await sql`update channels set paused_until = now() + interval '1 hour' where id = ${short}`.execute(db);
  await started(rule, await rig.addAlert([rule]));
  await form();
  expect((await log()).toSorted((a, b) => a.why.localeCompare(b.why, "en"))).toMatchObject([
    { result: "held", why: expect.stringMatching(/^The channel is paused until .* UTC\.$/) },
    { result: "held", why: "The channel is paused. This is sent when someone resumes it." },
  ]);
  await form(3_700);
  expect(await messages()).toMatchObject([{ recipient: `channel:${short}` }]);
});

test("what waited for a paused channel goes in one message for each type, and in one for each alert at PagerDuty", async () => {
  const channels = [await rig.addChannel({ kind: "slack" }), await rig.addChannel({ kind: "pagerduty" })];
  const rule = await rig.addRule({ channels });
  const notified = [await rig.addAlert([rule]), await rig.addAlert([rule])];
  await started(rule, ...notified);
  await form();
  await deliver();
  await sql`update channels set paused = now(), paused_until = now() + interval '1 hour'`.execute(db);
  for (const alert of notified) {
    await end(alert);
    await notify([{ type: "ended", alert, rule }]);
  }
  const [over, later, last] = [await rig.addAlert([rule]), await rig.addAlert([rule]), await rig.addAlert([rule])];
  await started(rule, over, later);
  await started(rule, last);
  await end(over);
  await form(600);
  expect((await messages()).length).toBe(4);
  await form(3_700);
  const after = (await messages())
    .slice(4)
    .map(({ recipient, content }) => [recipient, content.type, content.alerts.map(({ alert }) => alert)]);
  const [chat, incidents] = channels.map((id) => `channel:${id}`);
  expect(after.filter(([to]) => to === chat)).toEqual([
    [chat, "ended", notified],
    [chat, "started", [later, last]],
  ]);
  expect(after.filter(([to]) => to === incidents)).toEqual([
    ...notified.map((alert) => [incidents, "ended", [alert]]),
    ...[later, last].map((alert) => [incidents, "started", [alert]]),
  ]);
});

test("the end waits for the alert to be delivered, and is a message of its own", async () => {
  const rule = await rig.addRule({ channels: [await rig.addChannel()] });
  const alert = await rig.addAlert([rule], { station_name: STATION });
  await started(rule, alert);
  await form();
  await end(alert);
  await notify([{ type: "ended", alert, rule }]);
  await form();
  expect(await messages()).toHaveLength(1);
  await deliver();
  await form(60);
  const [, over] = await messages();
  expect(over?.content).toMatchObject({
    type: "ended",
    severity: "none",
    title: "Over: Offline (Atlas 0012)",
    acknowledge_url: null,
    foot: expect.stringMatching(/^You get this because you were notified of the alert\. Rule/),
  });
  expect(over?.content.lines.at(-1)).toBe("The station is online again.");
  expect(over?.content.lines.at(-2)).toMatch(/^Offline, from .* UTC to .* UTC, for 1 minute\.$/);
});

test("the end is sent although its rule was deleted before", async () => {
  const rule = await rig.addRule({ channels: [await rig.addChannel()], name: "Roof" });
  const alert = await rig.addAlert([rule]);
  await started(rule, alert);
  await form();
  await deliver();
  await end(alert);
  await notify([{ type: "ended", alert, rule }]);
  await sql`delete from alert_rules where id = ${rule}`.execute(db);
  await form(60);
  const [, over] = await messages();
  expect(over?.content).toMatchObject({ type: "ended", foot: expect.stringContaining("Rule “Roof” of Harbor Air.") });
});

test("the end waits until the next attempt to deliver the alert", async () => {
  const rule = await rig.addRule({ channels: [await rig.addChannel()] });
  const alert = await rig.addAlert([rule]);
  await started(rule, alert);
  await form();
  await sql`update jobs set run_after = now() + interval '2 hours'`.execute(db);
  await sql`update notifications set result = 'retrying'`.execute(db);
  await end(alert);
  await notify([{ type: "ended", alert, rule }]);
  await form();
  const [, over] = await log();
  expect(over).toMatchObject({ result: "held", message: null, why: "The alert is being sent." });
  expect(Math.abs((over?.wait_s ?? 0) - 2 * 3_600)).toBeLessThan(60);
});

test("when the alert could not be delivered, its end is not sent either", async () => {
  const rule = await rig.addRule({ channels: [await rig.addChannel()] });
  const alert = await rig.addAlert([rule]);
  await started(rule, alert);
  await form();
  await end(alert);
  await notify([{ type: "ended", alert, rule }]);
  await sql`update notifications set result = 'failed' where type = 'started'`.execute(db);
  await form(60);
  expect((await log())[1]).toMatchObject({
    result: "not_sent",
    why: "No alert was sent, so no recovery notification was sent.",
  });
});

test("an escalation says why someone gets it, and is not sent once someone has acknowledged the alert", async () => {
  const step = { after_minutes: 15, channels: [await rig.addChannel()], people: [], through_quiet: false };
  const rule = await rig.addRule({ steps: [step], name: "Station offline" });
  const [one, two] = [await rig.addAlert([rule]), await rig.addAlert([rule])];
  const owner = await rig.addPerson({ name: "Lee Tran" });
  await sql`insert into ownerships (kind, subject, owner_id, by_name, assigned_at, acknowledged_at, until, rev)
    values ('alert', ${`${two}-${orgs.harbor}`}, ${owner}, 'Lee Tran', now(), now(), now(), 1)`.execute(db);
  await notify([one, two].map((alert): AlertEvent => ({ type: "escalated", alert, rule, step: 0 })));
  await form();
  const foot = "You get this because nobody acknowledged it within 15 minutes. Rule “Station offline” of Harbor Air.";
  expect(await messages()).toMatchObject([{ content: { foot, alerts: [{ alert: one }] } }]);
  expect((await log())[1]).toMatchObject({ result: "not_sent", why: "Lee Tran acknowledged it before it was sent." });
});

test("quiet hours that have begun meanwhile hold a message back, and what is quiet always not for more than eight days", async () => {
  const rule = await rig.addRule({ channels: [await rig.addChannel()] });
  await started(rule, await rig.addAlert([rule]));
  const all = { from: null, to: null, days: [0, 1, 2, 3, 4, 5, 6], time_zone: "UTC", urgent_passes: false };
  await sql`update alert_rules set quiet = ${JSON.stringify(all)}`.execute(db);
  await form();
  expect(await log()).toMatchObject([
    { result: "held", message: null, why: expect.stringMatching(/^Quiet period of the rule until /) },
  ]);
  await form(7 * 24 * 3_600);
  expect(await messages()).toEqual([]);
  await form(9 * 24 * 3_600);
  expect(await messages()).toHaveLength(1);
});

test("in someone's quiet hours an urgent alert that nobody has acknowledged is sent after an hour, and another one is not", async () => {
  const rule = await rig.addRule();
  const ana = await rig.addPerson();
  await rig.subscribe(ana, rule, { email: true, push: false });
  // Quiet from a minute ago until a minute before that: almost always.
  const minute = (ms: number) => new Date(ms).toISOString().slice(11, 16);
  const hours = { starts: minute(Date.now() - 60_000), ends: minute(Date.now() - 120_000), zone: "UTC" };
  await insertRow(db, "quiet_hours", { user_id: ana, ...hours, urgent_after_hour: true });
  const urgent = { severity: "urgent" };
  const [one, two] = [await rig.addAlert([rule], urgent), await rig.addAlert([rule], urgent)];
  await started(rule, one, two);
  await form();
  expect(await messages()).toEqual([]);
  await sql`insert into ownerships (kind, subject, owner_id, by_name, assigned_at, acknowledged_at, until, rev)
    values ('alert', ${`${two}-${orgs.harbor}`}, ${ana}, 'Ana', now(), now(), now(), 1)`.execute(db);
  await form(3_700);
  expect(await messages()).toMatchObject([{ content: { alerts: [{ alert: one }] } }]);
  expect((await log())[1]).toMatchObject({
    result: "held",
    message: null,
    why: `Quiet hours of the person until ${hours.ends} UTC.`,
  });
});
