import type { Alert, AlertDetails } from "@groundcrew/shared/alerts";
import { defaultBrand as brand } from "@groundcrew/shared/brand";
import { DAY_MS, HOUR_MS } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { addChannel, addRule } from "../../test/access/seed.ts";
import { addAlert, addMatch } from "../../test/alerts.ts";
import { callsRig, HARBOR, type Who } from "../../test/calls-rig.ts";
import { alertRoutes } from "./index.ts";

const now = () => Date.now();
const rig = await callsRig({ now, add: ({ app, db, board }) => alertRoutes(app, { db, board, brand, now }) });
const { db, orgs } = rig;

// The accounts of the callers, whose ids are counted from 1.
const people = [
  "user@harbor",
  "manager@harbor",
  "user@field",
  "staff@groundcrew",
  "admin@groundcrew",
  "kari@groundcrew",
];
for (const [index, name] of people.entries()) {
  const org_id = index < 2 ? orgs.harbor : index === 2 ? orgs.field : orgs.provider;
  await db
    .insertInto("users")
    .values({ email: `${name}.example`, org_id, can_admin: index > 3, name: index === 5 ? "Kari" : "" })
    .execute();
}
const [HARBOR_USER, HARBOR_MANAGER, FIELD_USER, STAFF, ADMIN, KARI] = [1, 2, 3, 4, 5, 6];

let made = 0;
function newAlert(fields: object = {}): Promise<number> {
  made += 1;
  return addAlert(db, HARBOR, { org_id: orgs.harbor, subject: `station:${made}`, ...fields });
}

const until = (ms = HOUR_MS) => new Date(now() + ms).toISOString();
const mute = (id: number, body: object = {}, who: Who = "admin") =>
  rig.call(who, `/alerts/${id}/mute`, { method: "PUT", body: { until: until(), why: "New belt", rev: 1, ...body } });
const unmute = (id: number, rev: number, who: Who = "admin") =>
  rig.call(who, `/alerts/${id}/mute?rev=${rev}`, { method: "DELETE" });
const own = (id: number, body: object, who: Who = "admin") =>
  rig.call(who, `/alerts/${id}/owner`, { method: "PUT", body: { rev: null, ...body } });
const read = async (who: Who, id: number): Promise<AlertDetails> => (await rig.call(who, `/alerts/${id}`)).json();
const history = async (who: Who, id: number) => (await read(who, id)).history.map(({ what }) => what);
async function isDue(id: number): Promise<boolean> {
  const found = await sql<{ due: boolean }>`select due_at <= now() as due from alerts where id = ${id}`.execute(db);
  return found.rows[0]?.due === true;
}

test("an alert is muted until a time for one side, and unmuted, with a history; its rules decide again at once", async () => {
  const id = await newAlert();
  const reply = await mute(id, {}, "named admin");
  expect(reply.json()).toMatchObject({ rev: 2, section: "muted", muted: { by: "Kari", why: "New belt" } });
  expect(await isDue(id)).toBe(true);
  expect(await read("harbor user", id)).toMatchObject({ section: "open", muted: null, history: [] });
  expect((await unmute(id, 2)).json()).toMatchObject({ rev: 3, section: "open", muted: null });
  expect((await unmute(id, 3)).json()).toMatchObject({ rev: 3, muted: null });
  expect(await history("admin", id)).toEqual([
    "admin@groundcrew.example unmuted this",
    expect.stringMatching(/^Kari muted this until \d{4}-\d\d-\d\d \d\d:\d\d UTC: New belt$/),
  ]);
  const audited = await sql<{ action: string; org_id: number | null }>`
    select action, org_id from audit_entries where target = ${`alert ${id}`} order by id`.execute(db);
  expect(audited.rows).toEqual([
    { action: "muteAlert", org_id: null },
    { action: "unmuteAlert", org_id: null },
  ]);
});

test.each([
  ["in the past", -HOUR_MS, "Choose a time in the future."],
  ["after more than 30 days", 31 * DAY_MS, "Choose a time within 30 days."],
])("a mute does not end %s", async (_, ms, message) => {
  const reply = await mute(await newAlert(), { until: until(ms) });
  expect([reply.statusCode, reply.json().detail]).toEqual([422, [{ field: "until", message }]]);
});

test("an alert that has ended cannot be muted or acknowledged", async () => {
  const id = await newAlert({ ended_at: until(-HOUR_MS), end_reason: "It is back." });
  for (const reply of [await mute(id), await unmute(id, 1), await own(id, { act: "acknowledge" })]) {
    expect([reply.statusCode, reply.json().detail]).toEqual([409, "This alert has ended."]);
  }
});

test("a mute of what someone else changed meanwhile says who changed what, and changes nothing", async () => {
  const id = await newAlert();
  await own(id, { act: "acknowledge" }, "named admin");
  const reply = await mute(id);
  expect([reply.statusCode, reply.json().detail]).toEqual([
    412,
    "This alert was changed: Kari acknowledged this. Nothing was saved; load it again.",
  ]);
  expect(await read("admin", id)).toMatchObject({ section: "acknowledged", muted: null });
  expect((await unmute(id, 1)).statusCode).toBe(412);
});

test("of two people who acknowledge at once one succeeds, and the other reads who was faster and may take over", async () => {
  const id = await newAlert();
  const both: Who[] = ["admin", "named admin"];
  const replies = await Promise.all(both.map((who) => own(id, { act: "acknowledge" }, who)));
  expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const slow = replies.findIndex(({ statusCode }) => statusCode === 409);
  const { ownership } = replies[1 - slow]?.json() ?? {};
  const refused = replies[slow]?.json();
  expect(refused.detail).toMatch(/^(Kari|admin@groundcrew\.example) acknowledged this \d+ seconds? before you\.$/);
  expect(refused.partial).toEqual({ ownership });
  const over = await own(id, { act: "acknowledge", rev: ownership.rev }, both[slow]);
  expect(over.json().ownership.owner_id).toBe([ADMIN, KARI][slow]);
  expect((await history("admin", id))[0]).toMatch(/took this over$/);
});

test("channels that got the alert are notified when someone of the same side acknowledges it, once", async () => {
  const id = await newAlert();
  const channel = await addChannel(db, orgs.harbor, "On call");
  for (const org of [orgs.harbor, orgs.provider]) {
    const rule = await addRule(db, org, "Station offline");
    await sql`update alert_rules set channels = ${[channel]}::integer[] where id = ${rule}`.execute(db);
    await addMatch(db, id, rule);
    if (org === orgs.harbor) await announce(id, { rule, channel });
  }
  const { ownership } = (await own(id, { act: "acknowledge" }, "harbor user")).json();
  await own(id, { act: "prolong", rev: ownership.rev }, "harbor user");
  const found = await sql<{ org_id: number; channel: string }>`
    select org_id, channel from notifications where type = 'acknowledged' and alert_id = ${id}`.execute(db);
  expect(found.rows).toEqual([{ org_id: orgs.harbor, channel: "On call" }]);
});

/** Stores that a channel got the alert. */
async function announce(alert: number, { rule, channel }: { rule: number; channel: number }): Promise<void> {
  const recipient = `channel:${channel}`;
  await sql`insert into jobs (kind, key, receiver, payload, attempts) values ('message', ${`msg_${alert}`}, ${recipient}, '{}', 1)`.execute(
    db,
  );
  await sql`
    insert into notifications (org_id, type, alert_id, rule_id, recipient, channel_id, channel, title, group_key, urgent, result, message_id)
    values (${orgs.harbor}, 'started', ${alert}, ${rule}, ${recipient}, ${channel}, 'On call', 'Offline', 'x', true, 'delivered',
      ${`msg_${alert}`})`.execute(db);
}

test("a person is notified of what someone else assigned to them or took from them", async () => {
  const id = await newAlert();
  const { ownership } = (await own(id, { act: "assign", owner_id: KARI, note: "Yours?" })).json();
  await own(id, { act: "assign", owner_id: ADMIN, rev: ownership.rev });
  const path = `/attention/${id}`;
  const found = await sql<{ user_id: number; title: string; body: string }>`
    select user_id, title, body from notifications where type = 'assigned' and path = ${path} order by id`.execute(db);
  const alert = "Offline (Serial of gc-00000000000a)";
  expect(found.rows).toEqual([
    {
      user_id: KARI,
      title: `Assigned to you: ${alert}`,
      body: "admin@groundcrew.example assigned this to you: Yours?",
    },
    { user_id: KARI, title: `Taken over: ${alert}`, body: "admin@groundcrew.example took this over." },
  ]);
});

test("each side acknowledges for itself, and reads who has it on the other", async () => {
  const id = await newAlert();
  await own(id, { act: "acknowledge" }, "harbor user");
  expect(await read("admin", id)).toMatchObject({
    section: "open",
    owner: null,
    other_owner: { owner: "Harbor Air", acknowledged: true },
    history: [],
  });
  await own(id, { act: "acknowledge" }, "staff");
  expect(await read("harbor user", id)).toMatchObject({
    section: "acknowledged",
    owner: { owner_id: HARBOR_USER },
    other_owner: { owner: "Groundcrew Support" },
  });
  expect(await history("harbor user", id)).toEqual(["user@harbor.example acknowledged this"]);
  expect(await isDue(id)).toBe(true);
});

test("an alert is assigned to a person of the same side who sees it", async () => {
  const id = await newAlert();
  const assign = (owner_id: number, who: Who, alert = id) =>
    own(alert, { act: "assign", owner_id, note: "Yours?" }, who);
  for (const other of [FIELD_USER, STAFF]) expect((await assign(other, "harbor user")).statusCode).toBe(404);
  expect((await assign(HARBOR_USER, "admin")).statusCode).toBe(404);
  const { ownership } = (await assign(HARBOR_MANAGER, "harbor user")).json();
  expect(ownership).toMatchObject({
    owner: "manager@harbor.example",
    by: "user@harbor.example",
    acknowledged_at: null,
  });
  expect(await history("harbor user", id)).toEqual([
    "user@harbor.example assigned this to manager@harbor.example: Yours?",
  ]);
  expect((await assign(STAFF, "admin")).statusCode).toBe(200);
  const external = await addAlert(db, null, { org_id: null, kind: "external", subject: "external:1:1" });
  expect((await assign(STAFF, "admin", external)).statusCode).toBe(404);
  expect((await assign(KARI, "admin", external)).statusCode).toBe(200);
  const server = await addAlert(db, null, { org_id: null, kind: "no_reports", subject: "server:" });
  expect((await assign(STAFF, "admin", server)).statusCode).toBe(200);
});

test("a released alert has no owner, and neither has one that has ended", async () => {
  const id = await newAlert();
  const { ownership } = (await own(id, { act: "acknowledge" })).json();
  expect((await own(id, { act: "release", rev: ownership.rev })).json()).toEqual({ ownership: null });
  const mine = async () => (await rig.call("admin", "/alerts?own=mine")).json().alerts.map((alert: Alert) => alert.id);
  expect(await mine()).not.toContain(id);
  await own(id, { act: "acknowledge" });
  expect(await mine()).toContain(id);
  await sql`update alerts set ended_at = now(), end_reason = 'It is back.' where id = ${id}`.execute(db);
  expect(await read("admin", id)).toMatchObject({ section: "ended", owner: null, reason: "It is back." });
});
