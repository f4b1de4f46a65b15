import { insertRow } from "../../test/database.ts";
import { CHANNELS_MAX, type Channel } from "@groundcrew/shared/channels";
import { DAY_MS, SECOND_MS } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { callsRig, type Who } from "../../test/calls-rig.ts";
import { mailServer } from "../../test/mail-server.ts";
import { testSenders } from "../../test/senders.ts";
import { openSealer } from "../platform/lib/index.ts";
import { openWebhooks } from "../platform/webhooks/index.ts";
import { channelRoutes } from "./index.ts";
import { openSecrets } from "./secrets.ts";

const sealer = openSealer("a key for tests alone", "channels");
const names: Record<string, string> = { "hooks.example": "93.184.215.14", "inside.example": "10.0.0.7" };
const webhooks = openWebhooks({
  allowPrivate: false,
  resolve: async (host) => [{ address: names[host] ?? host, family: 4 }],
});
const clock = { ms: Date.now() };
const senders = testSenders({ smtpUrl: (await mailServer()).url }, { webhooks, now: () => clock.ms });
const rig = await callsRig({
  now: () => clock.ms,
  add: ({ app, db }) => channelRoutes(app, { db, sealer, senders }),
});
await sql`insert into users (id, email, org_id) overriding system value values (2, 'manager@harbor.example', ${rig.orgs.harbor})`.execute(
  rig.db,
);

const email = { kind: "email", name: "On call", address: "oncall@harbor.example" };
let made = 0;

/** Adds a channel as a manager of Harbor Air. */
async function add(fields: object = {}, who: Who = "harbor manager") {
  made += 1;
  const body = { ...email, name: `On call ${made}`, ...fields };
  return rig.call(who, "/channels", { method: "POST", body });
}

async function added(fields: object = {}): Promise<{ channel: Channel; secret: string | null }> {
  const reply = await add(fields);
  expect([reply.statusCode, reply.body]).toEqual([201, expect.any(String)]);
  return reply.json();
}

async function storedSecrets(id: number) {
  const found = await sql<{ sealed: Uint8Array }>`select sealed from channels where id = ${id}`.execute(rig.db);
  return openSecrets(sealer, found.rows[0]?.sealed ?? Buffer.alloc(0));
}

test("a channel belongs to the organization of its maker, and has never been used", async () => {
  const { channel, secret } = await added({ name: "Mechanics" });
  expect(channel).toMatchObject({
    organization: "Harbor Air",
    name: "Mechanics",
    address: "oncall@harbor.example",
    state: "never_used",
    made_by: "manager@harbor.example",
    rev: 1,
    rules: [],
    delivered: 0,
  });
  expect(secret).toBeNull();
});

test("the secret of a webhook is returned once, stored encrypted, and never read again", async () => {
  const { channel, secret } = await added({ kind: "webhook", address: "https://hooks.example/secret/path" });
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(channel.address).toBe("hooks.example");
  expect(await storedSecrets(channel.id)).toEqual({
    address: "https://hooks.example/secret/path",
    secret,
    old_secret: null,
  });
  const listed = await rig.call("admin", "/channels");
  expect(listed.body).not.toContain("whsec_");
  expect(listed.body).not.toContain("/secret/path");
  const audit = await sql<{ text: string }>`select string_agg(after::text, ' ') as text from audit_entries`.execute(
    rig.db,
  );
  expect(audit.rows[0]?.text).not.toMatch(/whsec_|secret\/path/);
});

test("a new secret leaves the previous one valid for 24 hours", async () => {
  const { channel, secret: old } = await added({ kind: "webhook", address: "https://hooks.example/a" });
  const reply = await rig.call("harbor manager", `/channels/${channel.id}/secret`, {
    method: "POST",
    body: { rev: 1 },
  });
  expect(reply.statusCode).toBe(200);
  const { secret, channel: renewed } = reply.json();
  expect(secret).not.toBe(old);
  expect(await storedSecrets(channel.id)).toMatchObject({ secret, old_secret: old });
  const hours = (Date.parse(renewed.old_secret_until) - Date.now()) / (60 * 60 * SECOND_MS);
  expect(Math.round(hours)).toBe(24);
  const wrong = await added();
  const refused = await rig.call("harbor manager", `/channels/${wrong.channel.id}/secret`, {
    method: "POST",
    body: { rev: 1 },
  });
  expect(refused.statusCode).toBe(409);
});

test("users read the channels of their organization, and only its managers and admins change them", async () => {
  const { channel } = await added({ name: "Ours" });
  const path = `/channels/${channel.id}`;
  const change = { method: "PUT" as const, body: { rev: 1, name: "Renamed" } };
  const seenBy = async (who: Who) => {
    const reply = await rig.call(who, "/channels");
    return reply.statusCode === 200 && reply.json().some(({ id }: Channel) => id === channel.id);
  };
  expect(
    await Promise.all((["harbor user", "staff", "admin", "field user", "harbor key"] as const).map(seenBy)),
  ).toEqual([true, true, true, false, false]);
  expect((await rig.call("harbor user", path, change)).statusCode).toBe(403);
  expect((await rig.call("staff", path, change)).statusCode).toBe(403);
  expect((await rig.call("harbor user", `/channels?org_id=${rig.orgs.field}`)).statusCode).toBe(404);
  expect((await rig.call("admin", path, change)).json()).toMatchObject({ name: "Renamed", rev: 2 });
  await sql`update channels set org_id = ${rig.orgs.field} where id = ${channel.id}`.execute(rig.db);
  expect((await rig.call("harbor manager", path, { ...change, body: { rev: 2, name: "x" } })).statusCode).toBe(404);
});

test("of two people who change a channel, the second is informed who was first, and changes nothing", async () => {
  const { channel } = await added();
  const change = (who: Who, name: string) =>
    rig.call(who, `/channels/${channel.id}`, { method: "PUT", body: { rev: 1, name } });
  expect((await change("named admin", "First")).statusCode).toBe(200);
  const second = await change("harbor manager", "Second");
  expect(second.statusCode).toBe(412);
  expect(second.json().detail).toBe("Groundcrew Support changed this channel. Nothing was saved; load it again.");
});

test("without a new address or secret, a channel keeps the ones it has", async () => {
  const { channel, secret } = await added({ kind: "webhook", address: "https://hooks.example/kept" });
  await rig.call("harbor manager", `/channels/${channel.id}`, {
    method: "PUT",
    body: { rev: 1, name: "Renamed webhook" },
  });
  expect(await storedSecrets(channel.id)).toMatchObject({ address: "https://hooks.example/kept", secret });
});

test.each([
  [{ kind: "webhook", address: "http://hooks.example/plain" }, "Enter an address that begins with https://."],
  [{ kind: "webhook", address: "https://127.0.0.1/x" }, "127.0.0.1 is not on the internet, so nothing is sent there."],
  [
    { kind: "slack", address: "https://inside.example/x" },
    "inside.example is not on the internet, so nothing is sent there.",
  ],
  [{ kind: "teams", address: "https://2130706433/x" }, "127.0.0.1 is not on the internet, so nothing is sent there."],
  [{ kind: "alertmanager", address: "https://[::1]/x" }, "[::1] is not on the internet, so nothing is sent there."],
  [{ kind: "mattermost", address: "ftp://hooks.example/x" }, "Enter an address that begins with https://."],
  [
    { kind: "webhook", address: "https://a:b@hooks.example/" },
    "A webhook's address must not contain a user name or password.",
  ],
  [{ kind: "email", address: "nobody" }, "Enter a valid email address."],
  [
    { kind: "pagerduty", address: "us", secret: "short" },
    "Enter the integration key of a service: 32 letters and digits.",
  ],
  [{ kind: "pagerduty", address: "moon", secret: "a".repeat(32) }, "Choose a region: us or eu."],
  [
    { kind: "webhook", address: "https://hooks.example", secret: "whsec_x" },
    "Enter whsec_ and 24 to 64 bytes in base64, or leave it to the server.",
  ],
])("%o is refused: %s", async (fields, sentence) => {
  const reply = await add(fields);
  expect(reply.statusCode).toBe(422);
  expect(reply.json().detail[0].message).toBe(sentence);
  if (!("address" in fields) || "secret" in fields || fields.kind === "email") return;
  // The same rules apply when a channel gets another address.
  const { channel } = await added({ kind: fields.kind, address: "https://hooks.example/first" });
  const body = { rev: 1, name: "Moved", address: fields.address };
  const edit = await rig.call("harbor manager", `/channels/${channel.id}`, { method: "PUT", body });
  expect([edit.statusCode, edit.json().detail[0].message]).toEqual([422, sentence]);
  await sql`delete from channels where id = ${channel.id}`.execute(rig.db);
});

test("a channel is paused until a time at most 30 days ahead, and resumed", async () => {
  const { channel } = await added();
  const pause = (rev: number, until: string | null) =>
    rig.call("harbor manager", `/channels/${channel.id}/pause`, { method: "PUT", body: { rev, until } });
  const inDays = (days: number) => new Date(clock.ms + days * DAY_MS).toISOString();
  expect((await pause(1, inDays(31))).statusCode).toBe(422);
  expect((await pause(1, inDays(-1))).statusCode).toBe(422);
  const until = inDays(29);
  expect((await pause(1, until)).json()).toMatchObject({
    state: "paused",
    paused_until: until,
    paused_by: "manager@harbor.example",
  });
  expect((await pause(2, null)).json()).toMatchObject({ state: "never_used", paused_until: null, paused_by: null });
});

test("a deleted channel is gone; 412 protects one that was changed", async () => {
  const { channel } = await added();
  const remove = (rev: number) =>
    rig.call("harbor manager", `/channels/${channel.id}?rev=${rev}`, { method: "DELETE" });
  expect((await remove(7)).statusCode).toBe(412);
  expect((await remove(1)).statusCode).toBe(204);
  expect((await remove(1)).statusCode).toBe(404);
});

test("names are unique within an organization, whatever their case", async () => {
  await added({ name: "Pager" });
  expect((await add({ name: "PAGER" })).json().detail).toBe("There is a channel called PAGER already.");
});

test("an organization has at most 20 channels", async () => {
  await sql`delete from channels`.execute(rig.db);
  const replies = await Promise.all(Array.from({ length: CHANNELS_MAX + 3 }, () => add()));
  expect(replies.filter(({ statusCode }) => statusCode === 201)).toHaveLength(CHANNELS_MAX);
  expect(replies.find(({ statusCode }) => statusCode === 409)?.json().detail).toBe(
    "An organization has at most 20 channels.",
  );
});

test("a channel names the rules that use it, and cannot be deleted while there are some", async () => {
  await sql`delete from channels`.execute(rig.db);
  const { channel } = await added({ name: "Mechanics" });
  const rule = { org_id: rig.orgs.harbor, kind: "offline", severity: "warning", group_by: "site", edited_by: "Kari" };
  const json = { condition: "{}", scope: "{}", auto_join: true, tells_recovery: true, enabled: true };
  const steps = JSON.stringify([{ after_minutes: 5, channels: [channel.id], people: [], through_quiet: false }]);
  await insertRow(rig.db, "alert_rules", { ...rule, ...json, name: "Too hot", channels: [channel.id], steps: "[]" });
  await insertRow(rig.db, "alert_rules", { ...rule, ...json, name: "Offline", channels: [], steps });
  await insertRow(rig.db, "alert_rules", { ...rule, ...json, name: "Other", channels: [], steps: "[]" });
  const [listed] = (await rig.call("harbor manager", "/channels")).json();
  expect(listed).toMatchObject({ id: channel.id, rules: ["Offline", "Too hot"] });
  const remove = () => rig.call("harbor manager", `/channels/${channel.id}?rev=1`, { method: "DELETE" });
  const refused = await remove();
  expect([refused.statusCode, refused.json().detail]).toEqual([
    409,
    "The rule Offline uses this channel. Remove it there first.",
  ]);
  await sql`delete from alert_rules`.execute(rig.db);
  expect((await remove()).statusCode).toBe(204);
});
