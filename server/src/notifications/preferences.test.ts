import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { addRule } from "../../test/access/seed.ts";
import { addCallers } from "../../test/callers.ts";
import { callsRig, type Who } from "../../test/calls-rig.ts";
import { newPushKeyPair } from "../platform/push/index.ts";
import { preferenceRoutes } from "./index.ts";
import { emptyTables, valuesIn } from "../../test/database.ts";

const keys = newPushKeyPair();
const rig = await callsRig({ now: () => Date.now(), add: ({ app, db }) => preferenceRoutes(app, { db, keys }) });
const { db, orgs } = rig;
await addCallers(rig);

beforeEach(async () => {
  await emptyTables(db, ["alert_rules", "rule_subscriptions", "topic_subscriptions", "quiet_hours"]);
});

const mine = async (who: Who = "harbor user") => (await rig.call(who, "/me/notifications")).json();
const put = (path: string, body: unknown, who: Who = "harbor user") =>
  rig.call(who, `/me/notifications/${path}`, { method: "PUT", body });

const night = { from: "22:00", to: "07:00", zone: "Europe/Berlin", urgent_after_hour: true };

test("before anything is chosen, a person is notified of what concerns them, and of no rule", async () => {
  const rule = await addRule(db, orgs.harbor, "Station offline");
  expect(await mine()).toEqual({
    rules: [
      {
        rule,
        name: "Station offline",
        severity: "urgent",
        scope: "All stations",
        enabled: true,
        email: false,
        push: false,
      },
    ],
    topics: {
      assigned: { email: true, push: true },
      maintenance_ending: { email: true, push: true },
      availability: { email: true, push: true },
    },
    quiet: null,
    push_key: Buffer.from(keys.publicKey).toString("base64url"),
  });
});

test("each person chooses for themselves, among the rules of their organization", async () => {
  const ours = await addRule(db, orgs.harbor, "Ours");
  const theirs = await addRule(db, orgs.field, "Theirs");
  const staffs = await addRule(db, orgs.provider, "Staff's");
  const wanted = { email: true, push: false };
  expect((await put(`rules/${ours}`, wanted)).json()).toEqual(wanted);
  expect((await put(`rules/${ours}`, { email: false, push: true })).statusCode).toBe(200);
  expect((await mine()).rules).toMatchObject([{ rule: ours, email: false, push: true }]);
  expect((await mine("harbor manager")).rules).toMatchObject([{ rule: ours, email: false, push: false }]);
  // Staff see the rules of all organizations, but are notified by their own alone.
  for (const who of ["staff", "admin"] as const) {
    expect((await mine(who)).rules).toMatchObject([{ rule: staffs }]);
    expect((await put(`rules/${ours}`, wanted, who)).statusCode).toBe(404);
    expect((await put(`rules/${staffs}`, wanted, who)).statusCode).toBe(200);
  }
  for (const rule of [theirs, staffs, 2_000_000_000]) {
    expect([rule, (await put(`rules/${rule}`, wanted)).statusCode]).toEqual([rule, 404]);
  }
  expect(await valuesIn(db, "rule_subscriptions", "rule_id")).toHaveLength(3);
});

test("only admins choose rules about error groups and incidents, of which only they are notified", async () => {
  const rule = await addRule(db, orgs.provider, "Urgent incident");
  const condition = { kind: "incident", statuses: ["incident_pending_urgent"] };
  await sql`
    update alert_rules set kind = 'incident', condition = ${JSON.stringify(condition)}::jsonb where id = ${rule}`.execute(
    db,
  );
  expect((await mine("admin")).rules).toMatchObject([{ rule }]);
  expect((await mine("staff")).rules).toEqual([]);
  const wanted = { email: true, push: false };
  expect((await put(`rules/${rule}`, wanted, "admin")).statusCode).toBe(200);
  expect((await put(`rules/${rule}`, wanted, "staff")).statusCode).toBe(404);
});

test("a rule says where it applies, with the names of organizations and types", async () => {
  const scopes = [
    ["A", { kind: "organizations", org_ids: [orgs.harbor, orgs.field] }, "Harbor Air, Northfield Agri"],
    ["B", { kind: "types", station_types: ["atlas", "global"] }, "Type Atlas, Global"],
    ["C", { kind: "stations", names: ["gc-00000000000a"] }, "1 named station"],
    ["D", { kind: "view", query: {}, name: "Night shift" }, "View “Night shift”"],
  ] as const;
  for (const [name, scope] of scopes) {
    const id = await addRule(db, orgs.provider, name);
    await sql`update alert_rules set scope = ${JSON.stringify(scope)}::jsonb where id = ${id}`.execute(db);
  }
  const { rules } = await mine("staff");
  expect(rules.map(({ scope }: { scope: string }) => scope)).toEqual(scopes.map(([, , text]) => text));
});

test("what concerns a person can be switched off, each way by itself", async () => {
  expect((await put("topics/assigned", { email: false, push: true })).statusCode).toBe(200);
  expect((await mine()).topics).toEqual({
    assigned: { email: false, push: true },
    maintenance_ending: { email: true, push: true },
    availability: { email: true, push: true },
  });
  expect((await mine("harbor manager")).topics.assigned).toEqual({ email: true, push: true });
  expect((await put("topics/weather", { email: true, push: true })).statusCode).toBe(422);
});

test("quiet hours are set, changed and removed", async () => {
  expect((await put("quiet-hours", { quiet: night })).json()).toEqual({ quiet: night });
  const later = { ...night, to: "08:30", zone: "America/Denver", urgent_after_hour: false };
  await put("quiet-hours", { quiet: later });
  expect((await mine()).quiet).toEqual(later);
  expect((await mine("harbor manager")).quiet).toBeNull();
  await put("quiet-hours", { quiet: null });
  expect((await mine()).quiet).toBeNull();
});

test.each([
  [{ ...night, to: "22:00" }, "quiet.to"],
  [{ ...night, zone: "Europe/Atlantis" }, "quiet.zone"],
  [{ ...night, from: "24:00" }, "quiet.from"],
])("quiet hours that make no sense are refused: %j", async (quiet, field) => {
  const reply = await put("quiet-hours", { quiet });
  expect([reply.statusCode, reply.json().detail[0]?.field]).toEqual([422, field]);
});

test("what a person chooses is audited, and API keys choose nothing", async () => {
  const rule = await addRule(db, orgs.harbor, "Ours");
  await put(`rules/${rule}`, { email: true, push: false });
  await put("topics/assigned", { email: false, push: false });
  await put("quiet-hours", { quiet: null });
  const entries = await db
    .selectFrom("audit_entries")
    .select(["action", "org_id", "after"])
    .where("target", "=", "notifications of user 1")
    .orderBy("id", "desc")
    .limit(3)
    .execute();
  expect(entries.toReversed()).toEqual([
    { action: "subscribeToRule", org_id: orgs.harbor, after: { rule, email: true, push: false } },
    { action: "subscribeToTopic", org_id: orgs.harbor, after: { topic: "assigned", email: false, push: false } },
    { action: "changeQuietHours", org_id: orgs.harbor, after: { quiet: null } },
  ]);
  expect((await rig.call("harbor key", "/me/notifications")).statusCode).toBe(403);
});
