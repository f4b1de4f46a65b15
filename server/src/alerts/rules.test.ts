import { MAX_RULES, usualRules, type AlertRule } from "@groundcrew/shared/alerts";
import { defaultBrand as brand } from "@groundcrew/shared/brand";
import { HOUR_MS } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { addChannel } from "../../test/access/seed.ts";
import { boardState } from "../../test/board-facts.ts";
import { callsRig, FIELD, HARBOR, INVENTED, type Who } from "../../test/calls-rig.ts";
import { alertRuleRoutes } from "./index.ts";
import { emptyTables } from "../../test/database.ts";

const NOW = Date.parse("2026-11-25T12:00:00.000Z");
const rig = await callsRig({
  now: () => NOW,
  add: ({ app, db, board }) => alertRuleRoutes(app, { db, board, brand, now: () => NOW }),
});
const { db, orgs } = rig;
const [offline] = usualRules();

beforeEach(async () => {
  await emptyTables(db, ["notifications", "alerts", "alert_rules", "channels"]);
});

/** Sends a new rule, "Station offline" of the caller's organization but for these fields. */
async function add(fields: object = {}, who: Who = "harbor manager") {
  return rig.call(who, "/alert-rules", { method: "POST", body: { ...offline, ...fields } });
}

async function added(fields: object = {}, who: Who = "harbor manager"): Promise<AlertRule> {
  const reply = await add(fields, who);
  expect([reply.statusCode, reply.body]).toEqual([201, expect.any(String)]);
  return reply.json();
}

const names = async (who: Who, query = "") =>
  (await rig.call(who, `/alert-rules${query}`)).json().rules.map(({ name }: AlertRule) => name);

test("a rule belongs to the organization of its maker, and counts only the stations of that", async () => {
  const rule = await added();
  expect(rule).toMatchObject({ organization: "Harbor Air", stations: 1, firing: 0, alerts_7d: 0, last_alert: null });
  expect(rule).toMatchObject({ rev: 1, edited_by: "manager@harbor.example", off_since: null });
  expect(await added({}, "admin")).toMatchObject({ organization: "Groundcrew", stations: 2 });
});

test("a person reads the rules of their organization, and staff those of customers too", async () => {
  const { id } = await added({ name: "Harbor's" });
  await added({ name: "Support's" }, "admin");
  expect(await names("harbor user")).toEqual(["Harbor's"]);
  expect(await names("field user")).toEqual([]);
  expect(await names("harbor user", "?whose=customers")).toEqual([]);
  expect(await names("staff")).toEqual(["Support's"]);
  expect(await names("staff", "?whose=customers")).toEqual(["Harbor's"]);
  expect(await names("staff", "?whose=customers&q=nobody")).toEqual([]);
  const { counts } = (await rig.call("harbor user", "/alert-rules")).json();
  expect(counts).toEqual({ own: 1, customers: 0 });
  const read = async (who: Who) => (await rig.call(who, `/alert-rules/${id}`)).statusCode;
  expect(await Promise.all([read("harbor user"), read("staff"), read("field user")])).toEqual([200, 200, 404]);
});

test("what someone else changed meanwhile is not overwritten", async () => {
  const { id } = await added();
  const change = (rev: number, name: string) =>
    rig.call("harbor manager", `/alert-rules/${id}`, { method: "PUT", body: { ...offline, name, rev } });
  expect((await change(1, "First")).json()).toMatchObject({ name: "First", rev: 2 });
  const second = await change(1, "Second");
  expect([second.statusCode, second.body]).toEqual([412, expect.stringContaining("manager@harbor.example changed")]);
  expect((await rig.call("admin", `/alert-rules/${id}`)).json()).toMatchObject({ name: "First" });
});

test("a rule that is off says since when, by whom and why, until it is on again", async () => {
  const { id } = await added();
  const path = `/alert-rules/${id}`;
  const set = (body: object) => rig.call("harbor manager", path, { method: "PATCH", body });
  expect((await set({ enabled: false, reason: "New roof", rev: 1 })).json()).toMatchObject({
    enabled: false,
    off_since: expect.any(String),
    off_by: "manager@harbor.example",
    off_reason: "New roof",
  });
  expect((await set({ enabled: true, reason: null, rev: 2 })).json()).toMatchObject({
    enabled: true,
    off_since: null,
    off_by: null,
    off_reason: null,
  });
});

test("the alerts of a rule end when it is deleted, unless another rule has found them too", async () => {
  const [first, second] = [await added({ name: "First" }), await added({ name: "Second" })];
  const alone = await addAlert("offline", [first.id]);
  const shared = await addAlert("temperature", [first.id, second.id]);
  const reply = await rig.call("harbor manager", `/alert-rules/${first.id}?rev=1`, { method: "DELETE" });
  expect(reply.statusCode).toBe(204);
  const found = await sql<{ id: number; end_reason: string | null }>`
    select id, end_reason from alerts order by id`.execute(db);
  expect(found.rows).toEqual([
    { id: alone, end_reason: "The rule was deleted" },
    { id: shared, end_reason: null },
  ]);
  expect((await rig.call("admin", `/alert-rules/${first.id}`)).statusCode).toBe(404);
});

test.each([
  ["off", "PATCH", "", { enabled: false, reason: null, rev: 1 }, "The rule was switched off"],
  ["of another kind", "PUT", "", { ...offline, condition: { kind: "battery_error" }, rev: 1 }, "The rule was changed"],
  ["deleted", "DELETE", "?rev=1", undefined, "The rule was deleted"],
] as const)(
  "those who were notified by a rule that is %s are notified of the end",
  async (_, method, query, body, reason) => {
    const channel = await addChannel(db, orgs.harbor, "Hook");
    const { id } = await added({ channels: [channel] });
    const alert = await addAlert("offline", [id]);
    await sql`update alert_matches set announced_at = now()`.execute(db);
    await sql`
    insert into notifications (org_id, type, alert_id, title, rule_id, rule, recipient, channel_id, group_key, urgent, result)
    values (${orgs.harbor}, 'started', ${alert}, 'Offline', ${id}, 'x', ${`channel:${channel}`}, ${channel}, 'x', true, 'delivered')`.execute(
      db,
    );
    const reply = await rig.call("harbor manager", `/alert-rules/${id}${query}`, { method, ...(body && { body }) });
    expect(reply.statusCode).toBeLessThan(300);
    const sent = await sql`select type, recipient, result, rule from notifications where type = 'ended'`.execute(db);
    expect(sent.rows).toEqual([
      { type: "ended", recipient: `channel:${channel}`, result: "held", rule: "Station offline" },
    ]);
    const stored = await sql`select end_cause, end_reason from alerts`.execute(db);
    expect(stored.rows).toEqual([{ end_cause: "rule", end_reason: reason }]);
    const history = await sql`select what from alert_history`.execute(db);
    expect(history.rows).toEqual([{ what: `Ended: ${reason}` }]);
  },
);

async function addAlert(kind: string, rules: readonly number[]): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into alerts (kind, subject, station_name, org_id, severity, title, detail, since)
    values (${kind}, ${`station:${HARBOR}`}, ${HARBOR}, ${orgs.harbor}, 'urgent', 'Offline', '', now()) returning id`.execute(
    db,
  );
  const id = rows[0]?.id ?? 0;
  for (const rule of rules) {
    await sql`insert into alert_matches (alert_id, rule_id, since) values (${id}, ${rule}, now())`.execute(db);
  }
  return id;
}

test("what a rule has found is counted", async () => {
  const { id } = await added();
  await addAlert("offline", [id]);
  expect((await rig.call("harbor user", `/alert-rules/${id}`)).json()).toMatchObject({ firing: 1, alerts_7d: 1 });
});

test("the usual rules are added once, to an organization without rules", async () => {
  const channel = await addChannel(db, orgs.harbor, "On call");
  const addUsual = () =>
    rig.call("harbor manager", "/alert-rules/usual", { method: "POST", body: { channels: [channel] } });
  const first = await addUsual();
  expect([first.statusCode, first.json().map(({ channels }: AlertRule) => channels)]).toEqual([
    201,
    usualRules().map(() => [channel]),
  ]);
  expect((await addUsual()).statusCode).toBe(409);
  expect(await names("harbor user")).toEqual([
    "Battery error",
    "Camera missing",
    "Not ready",
    "Station offline",
    "Too hot inside",
  ]);
});

test("an organization has at most 50 rules", async () => {
  const rest = Array.from({ length: MAX_RULES }, (_, index) => add({ name: `Rule ${index}` }));
  const codes = (await Promise.all(rest)).map(({ statusCode }) => statusCode);
  expect(new Set(codes)).toEqual(new Set([201]));
  expect((await add()).statusCode).toBe(409);
});

test("a customer's rule cannot refer to what belongs to others", async () => {
  const foreign = await addChannel(db, orgs.field, "Theirs");
  const stations = (name: string) => ({ scope: { kind: "stations", names: [name] } });
  const step = { after_minutes: 5, channels: [foreign], people: [], through_quiet: false };
  const refused = [
    { channels: [foreign] },
    { steps: [step] },
    stations(FIELD),
    stations(INVENTED),
    { scope: { kind: "organizations", org_ids: [orgs.field] } },
    { org_id: orgs.field },
  ];
  for (const fields of refused) expect([fields, (await add(fields)).statusCode]).toEqual([fields, 404]);
  expect((await add(stations(HARBOR))).statusCode).toBe(201);
  const incident = { condition: { kind: "incident", statuses: ["incident_pending"] } };
  expect((await add(incident)).statusCode).toBe(422);
  expect((await add(incident, "admin")).statusCode).toBe(201);
});

test("a rule no longer names a channel that was deleted", async () => {
  const channels = [await addChannel(db, orgs.harbor, "One"), await addChannel(db, orgs.harbor, "Two")];
  const { id } = await added({ channels });
  await sql`delete from channels where id = ${channels[0]}`.execute(db);
  expect((await rig.call("harbor user", `/alert-rules/${id}`)).json()).toMatchObject({ channels: channels.slice(1) });
});

test("without joining, a rule watches the stations that were there when it was saved", async () => {
  await added({ auto_join: false });
  const found = await sql<{ members: string[] }>`select members from alert_rules`.execute(db);
  expect(found.rows).toEqual([{ members: [HARBOR] }]);
});

test("stations that no rule watches for being offline are listed", async () => {
  const uncovered = async (who: Who) => {
    const { count, stations } = (await rig.call(who, "/alert-rules/uncovered")).json();
    return [count, stations.map(({ name }: { name: string }) => name)];
  };
  expect(await uncovered("harbor user")).toEqual([1, [HARBOR]]);
  expect(await uncovered("staff")).toEqual([2, [HARBOR, FIELD]]);
  await added();
  await added({ scope: { kind: "organizations", org_ids: [orgs.field] } }, "admin");
  await added({ enabled: false }, "admin");
  expect(await uncovered("harbor user")).toEqual([0, []]);
  expect(await uncovered("staff")).toEqual([1, [HARBOR]]);
});

test("a preview replays what the history of the link has, for the stations of the caller's organization", async () => {
  const history = (hoursAgo: number, online: boolean) => sql`
    insert into station_history (station_name, minute, swaps_performed, error_count, online, door, pad)
    values (${HARBOR}, ${new Date(NOW - hoursAgo * HOUR_MS).toISOString()}, 0, 0, ${online}, 'open', 'empty')`;
  const preview = async (who: Who, minutes: number) => {
    const draft = { condition: { kind: "offline", minutes }, scope: { kind: "all" } };
    return (await rig.call(who, `/alert-rules/preview?draft=${encodeURIComponent(JSON.stringify(draft))}`)).json();
  };
  expect(await preview("harbor manager", 10)).toMatchObject({ watched: 1, replay: null });
  for (const [hours, online] of [
    [60, true],
    [50, false],
    [49, true],
    [3, false],
    [1, true],
  ] as const) {
    await history(hours, online).execute(db);
  }
  const { replay } = await preview("harbor manager", 10);
  expect(replay).toMatchObject({ alerts: 2, messages: 2, stations: 1, days: [0, 0, 0, 0, 1, 0, 1] });
  expect((await preview("harbor manager", 90)).replay).toMatchObject({ alerts: 1 });
  expect(await preview("admin", 10)).toMatchObject({ watched: 2 });
});

test.each([
  [{ kind: "battery_error" }, 0],
  [{ kind: "error_rate", errors: 5, minutes: 60 }, null],
  [{ kind: "incident", statuses: ["incident_pending"] }, null],
])("a preview says what matches only for kinds that the board decides: %j", async (condition, matching) => {
  const draft = JSON.stringify({ condition, scope: { kind: "all" } });
  const reply = await rig.call("admin", `/alert-rules/preview?draft=${encodeURIComponent(draft)}`);
  expect(reply.json()).toMatchObject({ replay: null, watched: 2, matching, matches: [] });
});

test("a preview says since when a station matches only if that is known", async () => {
  const states = { [HARBOR]: { linked: true, clock_skew_ms: 400_000 }, [FIELD]: { linked: false, clock_skew_ms: 0 } };
  for (const [name, differences] of Object.entries(states)) {
    const last_online = new Date(NOW - (name === HARBOR ? 0 : HOUR_MS)).toISOString();
    rig.board.putState({ name, state: boardState(1, { last_active: last_online, last_online, ...differences }) });
  }
  const matchesOf = async (condition: object) => {
    const draft = JSON.stringify({ condition, scope: { kind: "all" } });
    const { matches } = (await rig.call("admin", `/alert-rules/preview?draft=${encodeURIComponent(draft)}`)).json();
    return matches.map(({ station, since }: { station: string; since: string | null }) => [station, since]);
  };
  expect(await matchesOf({ kind: "clock_skew", seconds: 120 })).toEqual([[HARBOR, null]]);
  const hourAgo = new Date(NOW - HOUR_MS).toISOString();
  expect(await matchesOf({ kind: "offline", minutes: 10 })).toEqual([[FIELD, hourAgo]]);
});

test("a preview has the message about the first match, and an example while nothing matches", async () => {
  const messageOf = async (who: Who, draft: object) => {
    const text = encodeURIComponent(JSON.stringify({ scope: { kind: "all" }, ...draft }));
    return (await rig.call(who, `/alert-rules/preview?draft=${text}`)).json().message;
  };
  const condition = { kind: "firmware", older_than: "2.14.0" };
  const example = await messageOf("harbor manager", { condition, severity: "warning" });
  expect(example).toMatchObject({ title: expect.stringMatching(/^Warning: Firmware older than 2\.14\.0 \(.+\)$/) });
  expect(example.lines.at(-1)).toMatch(/^Firmware older than 2\.14\.0, since \d\d:\d\d/);
  expect([example.organization, example.is_example]).toEqual(["Harbor Air", true]);
  const group = { condition: { kind: "error_group", states: ["escalating"], stations: 3 } };
  expect(await messageOf("admin", group)).toMatchObject({
    title: "Urgent: An error group is Escalating",
    is_example: true,
  });
  const nowhere = { kind: "view", query: { "stations-q": "no such station" }, name: null };
  expect(await messageOf("harbor manager", { condition, scope: nowhere })).toBeNull();
});
