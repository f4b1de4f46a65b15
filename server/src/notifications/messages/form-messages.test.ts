import { MINUTE_MS, SECOND_MS } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { formingRig, ORIGIN, STATION } from "../../../test/forming-rig.ts";
import { inTransaction } from "../../platform/db/index.ts";
import { notifyPerson, type AlertEvent } from "../index.ts";
import type { PersonalAct } from "../plan/personal-acts.ts";

const { db, form, log, messages, started, reset, rig } = await formingRig();
const { notify, orgs } = rig;

beforeEach(reset);

test("a message says what, where and since when, on the station's clocks and in UTC, with links that only open pages", async () => {
  await sql`insert into station_locations (station_name, purpose, lat, lng) values (${STATION}, 'service', 39.53, -119.81)`.execute(
    db,
  );
  const channel = await rig.addChannel();
  const rule = await rig.addRule({ channels: [channel], name: "Station offline" });
  const now = Date.parse("2026-11-21T18:09:00.000Z");
  const since = "2026-11-21T18:07:12.000Z";
  const alert = await rig.addAlert([rule], { station_name: STATION, site: "Reno", severity: "urgent", since });
  await notify([{ type: "started", alert, rule }], now);
  await form(31, now);
  expect(await messages()).toMatchObject([
    {
      id: expect.stringMatching(/^msg_[0-9a-f]{32}$/),
      recipient: `channel:${channel}`,
      content: {
        type: "started",
        severity: "urgent",
        title: "Urgent: Offline (Atlas 0012)",
        lines: ["Atlas 0012, Reno.", "Offline, since 10:07 PST (18:07 UTC)."],
        foot: "Rule “Station offline” of Harbor Air.",
        open_url: `${ORIGIN}/attention/${alert}`,
        acknowledge_url: `${ORIGIN}/attention/${alert}?acknowledge`,
        alerts: [{ alert, stations: [STATION], titles: ["Atlas 0012"], organization: "Harbor Air", owner: null }],
        more: 0,
      },
    },
  ]);
});

test("the zone of a station's site goes before that of its location", async () => {
  await sql`
    with site as (
      insert into sites (org_id, name, time_zone) select org_id, 'Reno', 'America/Denver' from stations where name = ${STATION} returning id
    ) update stations set site_id = site.id from site where stations.name = ${STATION}`.execute(db);
  onTestFinished(async () => void (await sql`delete from sites`.execute(db)));
  const rule = await rig.addRule({ channels: [await rig.addChannel()] });
  const since = "2026-11-21T18:07:12.000Z";
  const now = Date.parse("2026-11-21T18:09:00.000Z");
  await notify([{ type: "started", alert: await rig.addAlert([rule], { station_name: STATION, since }), rule }], now);
  await form(31, now);
  expect((await messages())[0]?.content.lines.at(-1)).toBe("Offline, since 11:07 MST (18:07 UTC).");
});

test.each([
  ["browser", "fahrenheit", "107°F inside, limit 104°F", "10:07 PST (18:07 UTC)"],
  ["station", "celsius", "41.7°C inside, limit 40°C", "10:07 PST"],
  ["utc", "celsius", "41.7°C inside, limit 40°C", "18:07 UTC"],
] as const)("who reads times by %s and temperatures in %s gets them so", async (time_zone, units, title, since) => {
  await sql`insert into station_locations (station_name, purpose, lat, lng) values (${STATION}, 'service', 39.53, -119.81)`.execute(
    db,
  );
  const user = await rig.addPerson();
  await db.updateTable("users").set({ time_zone, units }).where("id", "=", user).execute();
  const rule = await rig.addRule();
  await rig.subscribe(user, rule, { email: true, push: false });
  const now = Date.parse("2026-11-21T18:09:00.000Z");
  const alert = await rig.addAlert([rule], {
    station_name: STATION,
    title: "107°F inside, limit 104°F",
    since: "2026-11-21T18:07:12.000Z",
  });
  await notify([{ type: "started", alert, rule }], now);
  await form(31, now);
  const [message] = await messages();
  expect(message?.content.title).toBe(`Warning: ${title} (Atlas 0012)`);
  expect(message?.content.lines.at(-1)).toBe(`${title}, since ${since}.`);
  expect(message?.content.alerts).toMatchObject([{ title }]);
});

test("the support reads whose station it is", async () => {
  const rule = await rig.addRule({
    org_id: orgs.provider,
    channels: [await rig.addChannel({ org_id: orgs.provider })],
  });
  await started(rule, await rig.addAlert([rule], { station_name: STATION, site: "Reno" }));
  await form();
  expect((await messages())[0]?.content.lines[0]).toBe("Atlas 0012, Harbor Air, Reno.");
});

test("nothing is sent before it is due, and what is not due yet goes in the same message", async () => {
  const rule = await rig.addRule({ channels: [await rig.addChannel()], group_by: "site" });
  const [one, two] = [await rig.addAlert([rule], { site: "Reno" }), await rig.addAlert([rule], { site: "Reno" })];
  const now = Date.now();
  await notify([{ type: "started", alert: one, rule }], now);
  await notify([{ type: "started", alert: two, rule }], now + 100 * SECOND_MS);
  await form(119, now);
  expect(await messages()).toEqual([]);
  await form(121, now);
  expect(await messages()).toMatchObject([
    { content: { title: "Warning: 2 alerts in Reno", open_url: `${ORIGIN}/attention`, acknowledge_url: null } },
  ]);
});

test("a list has five lines, and says how many more there are", async () => {
  const rule = await rig.addRule({ channels: [await rig.addChannel()], group_by: "organization" });
  const alerts: number[] = [];
  for (let place = 0; place < 17; place += 1)
    alerts.push(await rig.addAlert([rule], { title: `Alert ${place}`, site: `Site ${place}` }));
  await started(rule, ...alerts);
  await form();
  const [message] = await messages();
  const lines = message?.content.lines[0]?.split("\n") ?? [];
  expect([lines.length, lines[0], lines.at(-1)]).toEqual([
    6,
    expect.stringMatching(/^Alert 0, Site 0, since /),
    "and 12 more",
  ]);
  expect(message?.content).toMatchObject({ title: "Warning: 17 alerts", more: 0 });
});

test("an alert that two rules have found is once in their message", async () => {
  const channels = [await rig.addChannel()];
  const rules = [await rig.addRule({ channels }), await rig.addRule({ channels })];
  const alert = await rig.addAlert(rules);
  for (const rule of rules) await started(rule, alert);
  await form();
  expect(await messages()).toMatchObject([{ content: { title: "Warning: Offline", alerts: [{ alert }] } }]);
  expect(await log()).toMatchObject([{ message: expect.any(String) }, { message: expect.any(String) }]);
});

test("a recipient gets ten messages a minute, and then one that says how many more there are", async () => {
  const rule = await rig.addRule({ channels: [await rig.addChannel()] });
  const now = Date.now();
  const alerts: number[] = [];
  for (let place = 0; place < 30; place += 1) alerts.push(await rig.addAlert([rule]));
  await notify(
    alerts.slice(0, 29).map((alert): AlertEvent => ({ type: "started", alert, rule })),
    now,
  );
  await form(31, now);
  const formed = await messages();
  expect(formed).toHaveLength(11);
  expect(formed.at(-1)?.content.title).toBe("Warning: 19 more alerts");
  await notify([{ type: "started", alert: alerts[29] ?? 0, rule }], now);
  await form(35, now);
  expect((await log()).at(-1)).toMatchObject({
    message: null,
    why: "10 messages were sent within a minute. The others follow together.",
  });
  await form(100, now);
  expect(await messages()).toHaveLength(12);
});

test("a service that manages incidents gets an event for each alert", async () => {
  const rule = await rig.addRule({ channels: [await rig.addChannel({ kind: "pagerduty" })], group_by: "hour" });
  const alerts: number[] = [];
  for (let place = 0; place < 15; place += 1) alerts.push(await rig.addAlert([rule]));
  await started(rule, ...alerts);
  await form();
  expect((await messages()).map(({ content }) => content.alerts.length)).toEqual(alerts.map(() => 1));
});

test("what concerns one person is sent at once, several in one message", async () => {
  const ana = await rig.addPerson();
  const notice = {
    user: ana,
    by: null,
    body: "Kari did something.",
    path: "/groups/129",
  };
  const add = async (act: PersonalAct, ...titles: string[]) => {
    for (const title of titles) {
      await inTransaction(db, (tx) => notifyPerson(tx, { ...notice, act, title }, Date.now()));
    }
  };
  await add("assigned", "Tray bent");
  await form(1);
  await add("assigned", "One", "Two");
  await add("expired", "Three", "Four");
  await add("released", "Five");
  await form(2);
  const [link, own] = [`${ORIGIN}/groups/129`, `${ORIGIN}/attention?at-own=mine`];
  expect((await messages()).map(({ content: { title, lines, open_url } }) => [title, lines.join(), open_url])).toEqual([
    ["Assigned to you: Tray bent", notice.body, link],
    [
      "2 things were assigned to you",
      `Assigned to you: One: ${notice.body} ${link}\nAssigned to you: Two: ${notice.body} ${link}`,
      own,
    ],
    [
      "2 things are no longer assigned",
      `No longer assigned: Three: ${notice.body} ${link}\nNo longer assigned: Four: ${notice.body} ${link}`,
      `${ORIGIN}/attention`,
    ],
    ["Released: Five", notice.body, link],
  ]);
});

test("a station is called in messages what its page calls it", async () => {
  onTestFinished(async () => void (await sql`update stations set description = ''`.execute(db)));
  const titles: [string, string | undefined][] = [];
  for (const description of ["Roof 15", "Atlas 0012", ""]) {
    await reset();
    await sql`update stations set description = ${description}`.execute(db);
    const rule = await rig.addRule({ channels: [await rig.addChannel()] });
    await started(rule, await rig.addAlert([rule], { station_name: STATION, site: "Sky" }));
    await form();
    const content = (await messages())[0]?.content;
    expect((await log())[0]?.title).toBe(content?.title.replace("Warning: ", ""));
    titles.push([content?.title ?? "", content?.lines[0]]);
  }
  expect(titles).toEqual([
    ["Warning: Offline (Roof 15, Atlas 0012)", "Roof 15, Atlas 0012, Sky."],
    ["Warning: Offline (Atlas 0012)", "Atlas 0012, Sky."],
    ["Warning: Offline (Atlas 0012)", "Atlas 0012, Sky."],
  ]);
});

test("servers that form messages at the same time form each message once", async () => {
  const channels: number[] = [];
  for (let place = 0; place < 5; place += 1) channels.push(await rig.addChannel());
  const rule = await rig.addRule({ channels });
  const alerts = [await rig.addAlert([rule]), await rig.addAlert([rule])];
  await started(rule, ...alerts);
  await Promise.all([form(), form(), form(), form()]);
  await form();
  expect(await messages()).toHaveLength(10);
  expect((await log()).every(({ message }) => message !== null)).toBe(true);
});

test("what an outage of a thousand stations makes is one message for each site", async () => {
  const rule = await rig.addRule({ channels: [await rig.addChannel()], group_by: "site" });
  await sql`insert into alerts (kind, subject, org_id, site, severity, title, detail, since)
    select 'offline', 'many:' || i, ${orgs.harbor}, 'Site ' || i % 3, 'warning', 'Offline', '', now() from generate_series(1, 1000) i`.execute(
    db,
  );
  await sql`insert into alert_matches (alert_id, rule_id, since) select id, ${rule}, now() from alerts`.execute(db);
  const found = await sql<{ id: number }>`select id from alerts order by id`.execute(db);
  await started(rule, ...found.rows.map(({ id }) => id));
  await form((2 * MINUTE_MS) / SECOND_MS + 1);
  const contents = (await messages()).map(({ content }) => content);
  // A receiver that has one of them open has to know that it ended.
  const named = contents.flatMap(({ alerts, more_alerts = [] }) => [
    ...alerts.map(({ alert }) => alert),
    ...more_alerts,
  ]);
  expect(named.toSorted((a, b) => a - b)).toEqual(found.rows.map(({ id }) => id));
  const formed = contents.map(({ title, alerts, more }) => [title, alerts.length, more]);
  expect(formed).toEqual([
    ["Warning: 334 alerts in Site 1", 30, 304],
    ["Warning: 333 alerts in Site 2", 30, 303],
    ["Warning: 333 alerts in Site 0", 30, 303],
  ]);
});

test("a thousand alerts at once are ten messages, and one that says how many more there are", async () => {
  const rule = await rig.addRule({ channels: [await rig.addChannel()] });
  await sql`insert into alerts (kind, subject, org_id, severity, title, detail, since)
    select 'offline', 'many:' || i, ${orgs.harbor}, 'warning', 'Offline', '', now() from generate_series(1, 1000) i`.execute(
    db,
  );
  await sql`insert into alert_matches (alert_id, rule_id, since) select id, ${rule}, now() from alerts`.execute(db);
  const found = await sql<{ id: number }>`select id from alerts order by id`.execute(db);
  await started(rule, ...found.rows.map(({ id }) => id));
  const formats = vi.spyOn(Intl, "DateTimeFormat");
  onTestFinished(() => formats.mockRestore());
  await form();
  const formed = await messages();
  expect(formed).toHaveLength(11);
  expect(formed.at(-1)?.content).toMatchObject({ title: "Warning: 990 more alerts", more: 960 });
  // A format takes 0.2 ms and up to 30 KB: only the times that are shown may have one.
  expect(formats.mock.calls.length).toBeGreaterThan(0);
  expect(formats.mock.calls.length).toBeLessThan(100);
});
