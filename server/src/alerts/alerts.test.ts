import type { Alert, AlertDetails } from "@groundcrew/shared/alerts";
import { defaultBrand as brand } from "@groundcrew/shared/brand";
import { HOUR_MS, MINUTE_MS } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { addGroup, addRule } from "../../test/access/seed.ts";
import { addAlert, addMatch } from "../../test/alerts.ts";
import { callsRig, FIELD, HARBOR, type Who } from "../../test/calls-rig.ts";
import { emptyTables } from "../../test/database.ts";
import { addStation } from "../../test/stations.ts";
import { alertRoutes } from "./index.ts";

const now = () => Date.now();
const rig = await callsRig({ now, add: ({ app, db, board }) => alertRoutes(app, { db, board, brand, now }) });
const { db, orgs } = rig;
const ago = (ms: number) => new Date(now() - ms).toISOString();
const PIER = await addStation(db, { name: "gc-00000000000c", org_id: orgs.harbor, description: "Pier 3" });

beforeEach(async () => {
  await emptyTables(db, ["alerts", "alert_rules", "ownerships"]);
});

const list = async (who: Who, query = "") => (await rig.call(who, `/alerts${query}`)).json();
const titles = async (who: Who, query = "") => (await list(who, query)).alerts.map(({ title }: Alert) => title);
const details = async (who: Who, id: number): Promise<AlertDetails> => (await rig.call(who, `/alerts/${id}`)).json();
const status = async (who: Who, id: number) => (await rig.call(who, `/alerts/${id}`)).statusCode;
const ofHarbor = (title: string, fields: object = {}) =>
  addAlert(db, HARBOR, { org_id: orgs.harbor, kind: title, title, ...fields });

async function owned(
  id: number,
  { side = 0, user, acknowledged = true }: { side?: number; user: number; acknowledged?: boolean },
) {
  await sql`
    insert into ownerships (kind, subject, owner_id, by_name, assigned_at, acknowledged_at, until, rev)
    values ('alert', ${side === 0 ? String(id) : `${id}-${side}`}, ${user}, 'Kari', now() - interval '4 minutes',
      case when ${acknowledged} then now() - interval '3 minutes' end, now() + interval '1 day', nextval('ownership_revisions'))`.execute(
    db,
  );
}

async function addUser(email: string, org_id: number, name = ""): Promise<number> {
  const { id } = await db.insertInto("users").values({ email, org_id, name }).returning("id").executeTakeFirstOrThrow();
  return id;
}
const SAM = await addUser("sam@harbor.example", orgs.harbor, "Sam");
const LEE = await addUser("lee@groundcrew.example", orgs.provider, "Lee");

async function muted(id: number, { side = 0, ms = HOUR_MS } = {}) {
  await sql`
    insert into alert_mutes (alert_id, side, until, by_name, why, level, severity)
    values (${id}, ${side}, ${new Date(now() + ms).toISOString()}, 'Lee', 'RuleState', 1, 'urgent')`.execute(db);
}

test("what is open comes first, then what is acknowledged and muted; urgent alerts first, then the oldest", async () => {
  await ofHarbor("temperature", { severity: "warning", since: ago(9 * HOUR_MS) });
  await ofHarbor("offline", { since: ago(HOUR_MS) });
  await ofHarbor("battery_error", { since: ago(2 * HOUR_MS) });
  await owned(await ofHarbor("clock_skew", { since: ago(20 * HOUR_MS) }), { user: LEE });
  await muted(await ofHarbor("no_swaps", { since: ago(30 * HOUR_MS) }));
  await owned(await ofHarbor("error_rate", { severity: "warning" }), { user: LEE, acknowledged: false });
  await ofHarbor("firmware", { in_maintenance: true });
  await ofHarbor("camera_missing", { ended_at: ago(1_000), end_reason: "It is back." });
  const { alerts, counts, next } = await list("staff");
  expect(alerts.map(({ section, title }: Alert) => `${section} ${title}`)).toEqual([
    "open battery_error",
    "open offline",
    "open temperature",
    "open error_rate",
    "acknowledged clock_skew",
    "muted no_swaps",
  ]);
  expect(next).toBeNull();
  expect(counts).toMatchObject({ all: 6, unassigned: 3, assigned: 1, acknowledged: 1, muted: 1, mine: 0 });
  expect(await titles("staff", "?section=maintenance")).toEqual(["firmware"]);
  expect(await titles("staff", "?section=ended")).toEqual(["camera_missing"]);
  expect(await titles("staff", "?own=unassigned")).toEqual(["battery_error", "offline", "temperature"]);
});

test("a customer sees the alerts of its stations only, and none of groups, incidents or the server", async () => {
  const { group } = await addGroup(db, "Jam");
  const own = await ofHarbor("offline");
  const foreign = await addAlert(db, FIELD, { org_id: orgs.field, title: "Field's" });
  const incident = await addAlert(db, HARBOR, {
    org_id: orgs.harbor,
    kind: "incident",
    subject: "incident:7",
    title: "Incident",
  });
  const ofGroup = await addAlert(db, null, {
    org_id: null,
    kind: "error_group",
    subject: `group:${group}`,
    title: "Group",
  });
  const server = await addAlert(db, null, { org_id: null, kind: "no_reports", subject: "server:", title: "Server" });
  expect(await titles("harbor user")).toEqual(["offline"]);
  expect(await titles("field user")).toEqual(["Field's"]);
  expect((await titles("staff")).toSorted()).toEqual(["Field's", "Server", "offline"]);
  expect((await titles("admin")).toSorted()).toEqual(["Field's", "Group", "Incident", "Server", "offline"]);
  const statuses = await Promise.all([own, foreign, incident, ofGroup, server].map((id) => status("harbor user", id)));
  expect(statuses).toEqual([200, 404, 404, 404, 404]);
  const { alerts } = await list("admin", "?kind=error_group");
  expect(alerts[0]).toMatchObject({ subject: { kind: "group", group }, organization: null, station_title: null });
  expect((await list("harbor user")).counts).toMatchObject({ all: 1, unassigned: 1 });
  for (const { path, ...act } of acts(foreign)) expect((await rig.call("harbor user", path, act)).statusCode).toBe(404);
  for (const { path, ...act } of acts(incident)) expect((await rig.call("staff", path, act)).statusCode).toBe(404);
});

/** Each way to act on an alert that nobody has changed yet. */
function acts(id: number) {
  const until = new Date(now() + HOUR_MS).toISOString();
  return [
    { path: `/alerts/${id}/mute`, method: "PUT", body: { until, why: "RuleState", rev: 1 } },
    { path: `/alerts/${id}/mute?rev=1`, method: "DELETE" },
    { path: `/alerts/${id}/owner`, method: "PUT", body: { act: "acknowledge", rev: null } },
  ] as const;
}

test("each side has its own owner and mute, and reads who has it on the other", async () => {
  const id = await ofHarbor("offline");
  await owned(id, { user: LEE });
  await owned(id, { side: orgs.harbor, user: SAM, acknowledged: false });
  await muted(id, { side: orgs.harbor });
  const [own] = (await list("harbor user")).alerts;
  expect(own).toMatchObject({
    section: "muted",
    muted: { by: "Lee", why: "RuleState" },
    owner: { owner: "Sam", acknowledged_at: null },
    other_owner: { owner: "Groundcrew Support", acknowledged: true },
  });
  const [support] = (await list("admin")).alerts;
  expect(support).toMatchObject({
    section: "acknowledged",
    muted: null,
    owner: { owner: "Lee" },
    other_owner: { owner: "Harbor Air", acknowledged: false },
  });
  expect(JSON.stringify(own)).not.toContain("lee@");
});

test("a mute that has passed mutes no longer", async () => {
  await muted(await ofHarbor("offline"), { ms: -1_000 });
  expect((await list("staff")).counts).toMatchObject({ unassigned: 1, muted: 0 });
});

test("what is grouped into an alert is counted there, and listed where that alert cannot be seen", async () => {
  const outage = await ofHarbor("site_outage", {
    subject: `site:${HARBOR}`,
    station_name: null,
    site: "Reno",
    stations: 2,
  });
  await ofHarbor("offline", { parent_id: outage });
  const offline = await addAlert(db, PIER, { org_id: orgs.harbor, parent_id: outage });
  await addAlert(db, PIER, { org_id: orgs.harbor, kind: "no_swaps", title: "No swap for 7 h", parent_id: offline });
  const camera = await addAlert(db, PIER, {
    org_id: orgs.harbor,
    kind: "camera_missing",
    title: "camera_roof is missing",
  });
  const { alerts } = await list("harbor user");
  expect(alerts).toMatchObject([
    { id: outage, children: 1, parent: null, subject: { kind: "site" }, site: "Reno" },
    { id: camera, children: 0, station_title: "Pier 3" },
  ]);
  const { stations_of } = await details("harbor user", outage);
  expect(stations_of).toMatchObject([
    { station: PIER, title: "Pier 3", online: false, also: ["No swap for 7 h", "camera_roof is missing"] },
    { station: HARBOR, also: [] },
  ]);

  const { group } = await addGroup(db, "Grouped");
  const ofGroup = await addAlert(db, null, { org_id: null, kind: "error_group", subject: `group:${group}` });
  await ofHarbor("error_rate", { parent_id: ofGroup });
  expect(await titles("harbor user", "?kind=error_rate")).toEqual(["error_rate"]);
  expect(await titles("admin", "?kind=error_rate")).toEqual([]);
});

test("an outage that has ended still names its stations", async () => {
  const outage = await ofHarbor("site_outage", { subject: `site:${HARBOR}`, station_name: null });
  await sql`
    update alerts set members = ${[HARBOR, PIER]}, ended_at = now(), end_reason = 'Back' where id = ${outage}`.execute(
    db,
  );
  expect((await details("harbor user", outage)).stations_of.map(({ station }) => station)).toEqual([PIER, HARBOR]);
});

test("an alert names the rules that found it, and to a customer only its own", async () => {
  const id = await ofHarbor("offline", { why: "All stations of this site are offline." });
  await addMatch(db, id, await addRule(db, orgs.harbor, "Harbor's"));
  await addMatch(db, id, await addRule(db, orgs.provider, "Support's"));
  await addMatch(db, id, 0);
  const names = async (who: Who) => (await details(who, id)).rules.map(({ name }) => name);
  expect(await names("harbor user")).toEqual(["Harbor's"]);
  expect(await names("staff")).toEqual(["Harbor's", "Support's"]);
  expect(await details("staff", id)).toMatchObject({ why: "All stations of this site are offline." });
});

test("alerts are ordered by severity, or with those of the last 24 hours first, or by when they began", async () => {
  const began = [
    ["old warning", "warning", 50],
    ["older urgent", "urgent", 49],
    ["old urgent", "urgent", 30],
    ["new warning", "warning", 2],
    ["new urgent", "urgent", 23],
  ] as const;
  for (const [title, severity, hours] of began) {
    const subject = `station:${title}`;
    await addAlert(db, HARBOR, { org_id: orgs.harbor, subject, title, severity, since: ago(hours * 60 * MINUTE_MS) });
  }
  const titles = async (search: string) => (await list("admin", search)).alerts.map(({ title }: Alert) => title);
  const bySeverity = ["older urgent", "old urgent", "new urgent", "old warning", "new warning"];
  expect(await titles("")).toEqual(bySeverity);
  expect(await titles("?sort=new")).toEqual(["new warning", "new urgent", "older urgent", "old urgent", "old warning"]);
  const byAge = ["old warning", "older urgent", "old urgent", "new urgent", "new warning"];
  expect(await titles("?sort=oldest")).toEqual(byAge);
  expect(await titles("?sort=newest")).toEqual(byAge.toReversed());
});

test("pages follow each other while alerts begin, end and are acknowledged", async () => {
  const ids: number[] = [];
  for (let number = 0; number < 250; number += 1) {
    ids.push(
      await addAlert(db, HARBOR, {
        org_id: orgs.harbor,
        subject: `station:${number}`,
        title: `Alert ${number}`,
        severity: number % 2 === 0 ? "urgent" : "warning",
        since: ago((250 - number) * MINUTE_MS),
      }),
    );
  }
  for (const sort of ["new", "newest", "oldest"]) {
    const read: number[] = [];
    for (let cursor = ""; ;) {
      const page = await list("admin", `?sort=${sort}${cursor}`);
      read.push(...page.alerts.map(({ id }: Alert) => id));
      if (page.next === null) break;
      cursor = `&cursor=${page.next}`;
    }
    expect(new Set(read).size).toBe(read.length);
    expect(read.toSorted((a, b) => a - b)).toEqual(ids);
  }
  const first = await list("admin");
  expect(first.alerts).toHaveLength(100);
  const [seen, acknowledged] = [first.alerts[50].id, ids[249] ?? 0];
  await sql`update alerts set ended_at = now(), end_reason = 'Back' where id = ${seen}`.execute(db);
  await owned(acknowledged, { user: LEE });
  await addAlert(db, HARBOR, { org_id: orgs.harbor, subject: "station:new", title: "Newest", severity: "warning" });
  const second = await list("admin", `?cursor=${first.next}`);
  const third = await list("admin", `?cursor=${second.next}`);
  const listed = [first, second, third].flatMap(({ alerts }) => alerts.map(({ id }: Alert) => id));
  expect(new Set(listed).size).toBe(251);
  expect(third.alerts.at(-1)).toMatchObject({ id: acknowledged, section: "acknowledged" });
  expect(third.next).toBeNull();
  expect((await list("admin", "?cursor=nonsense")).alerts).toHaveLength(100);

  await sql`update alerts set ended_at = since, end_reason = 'Back' where ended_at is null`.execute(db);
  const ended = await list("admin", "?section=ended");
  const more = await list("admin", `?section=ended&cursor=${ended.next}`);
  expect(ended.alerts.slice(0, 2)).toMatchObject([{ title: "Newest" }, { id: seen }]);
  expect(more.alerts).toHaveLength(100);
  expect(more.counts).toMatchObject({ all: 0 });
});

test("alerts are found by title, station, organization and site, and by kind and organization", async () => {
  await ofHarbor("offline", { title: "Offline", site: "Reno, 50% done" });
  await addAlert(db, PIER, { org_id: orgs.harbor, kind: "temperature", title: "113°F inside" });
  await addAlert(db, FIELD, { org_id: orgs.field, title: "Field's" });
  expect(await titles("admin", "?q=pier")).toEqual(["113°F inside"]);
  expect(await titles("admin", "?q=northfield")).toEqual(["Field's"]);
  expect(await titles("admin", "?q=50%25")).toEqual(["Offline"]);
  expect(await titles("admin", `?q=${HARBOR}`)).toEqual(["Offline"]);
  expect(await titles("admin", "?kind=temperature")).toEqual(["113°F inside"]);
  expect(await titles("admin", `?org_id=${orgs.field}`)).toEqual(["Field's"]);
  expect((await rig.call("harbor user", `/alerts?org_id=${orgs.field}`)).statusCode).toBe(404);
  await addAlert(db, PIER, { org_id: null, kind: "incident", subject: "incident:7", title: "Incident" });
  const incidents = (await list("admin", `?org_id=${orgs.harbor}&kind=incident`)).alerts;
  expect(incidents).toMatchObject([{ title: "Incident", organization: "Harbor Air", org_id: null }]);
  await sql`delete from alerts where kind = 'incident'`.execute(db);
  expect((await list("admin", "?q=pier")).counts).toMatchObject({ all: 3 });
});

test("the summary says what is watched, and when an alert last ended", async () => {
  const summary = async (who: Who) => (await rig.call(who, "/alerts/summary")).json();
  expect(await summary("harbor user")).toMatchObject({ stations: 2, watched: 0, rules: 0, last_ended: null });
  await addRule(db, orgs.harbor, "Station offline");
  await ofHarbor("offline", { ended_at: ago(2 * HOUR_MS), end_reason: "It is back." });
  await addAlert(db, FIELD, { org_id: orgs.field, ended_at: ago(HOUR_MS), end_reason: "It is back." });
  const harbor = await summary("harbor user");
  expect(harbor).toMatchObject({ stations: 2, watched: 2, rules: 1, counts: { all: 0 } });
  expect(Date.parse(harbor.last_ended)).toBeLessThan(now() - 1.9 * HOUR_MS);
  expect(await summary("staff")).toMatchObject({ stations: 3, watched: 0, rules: 0 });
  expect(await status("staff", 2_000_000_000)).toBe(404);
});
