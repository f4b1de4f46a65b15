import { CHANNEL_ADDRESSES_A_MINUTE, EMAIL_TESTS_AN_HOUR } from "@groundcrew/shared/channels";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { addCallers } from "../../test/callers.ts";
import { callsRig, type Who } from "../../test/calls-rig.ts";
import { emptyTables } from "../../test/database.ts";
import { mailServer } from "../../test/mail-server.ts";
import { testSenders } from "../../test/senders.ts";
import { openSealer } from "../platform/lib/index.ts";
import { openWebhooks } from "../platform/webhooks/index.ts";
import { channelRoutes } from "./index.ts";
import { openSecrets } from "./secrets.ts";

const sealer = openSealer("a key for tests alone", "channels");
/** Names whose servers do not answer before the test is done with them. */
let unanswered: (() => void)[] = [];
const smtp = await mailServer();
const webhooks = openWebhooks({
  allowPrivate: false,
  resolve: async (host) => {
    if (host.startsWith("dead")) await new Promise<void>((answer) => unanswered.push(answer));
    return [{ address: "93.184.215.14", family: 4 }];
  },
});
const senders = testSenders({ smtpUrl: smtp.url }, { webhooks });
const rig = await callsRig({
  now: () => Date.now(),
  add: ({ app, db }) => channelRoutes(app, { db, sealer, senders }),
});
const { db, orgs } = rig;
await addCallers(rig);

beforeEach(async () => {
  unanswered = [];
  smtp.mails.splice(0);
  await emptyTables(db, ["notifications", "channels", "channel_tests"]);
});

async function added(fields: object): Promise<number> {
  const body = { name: "On call", ...fields };
  const reply = await rig.call("harbor manager", "/channels", { method: "POST", body });
  expect([reply.statusCode, reply.body]).toEqual([201, expect.any(String)]);
  return reply.json().channel.id;
}

const edit = (id: number, body: object, who: Who = "harbor manager") =>
  rig.call(who, `/channels/${id}`, { method: "PUT", body: { rev: 1, name: "On call", ...body } });

async function secretsOf(id: number) {
  const found = await sql<{ sealed: Uint8Array }>`select sealed from channels where id = ${id}`.execute(db);
  return openSecrets(sealer, found.rows[0]?.sealed ?? new Uint8Array());
}

test("while the name of a new address is looked up, the channel is not locked and no connection is taken", async () => {
  const id = await added({ kind: "slack", address: "https://chat.example/a" });
  const edits = [edit(id, { address: "https://dead-1.example/a" }), edit(id, { address: "https://dead-2.example/a" })];
  await expect.poll(() => unanswered.length).toBe(2);
  const transactions = await sql`
    select from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`.execute(db);
  expect(transactions.rows).toEqual([]);
  expect((await edit(id, { name: "Renamed" })).statusCode).toBe(200);
  for (const answer of unanswered) answer();
  expect((await Promise.all(edits)).map(({ statusCode }) => statusCode)).toEqual([412, 412]);
});

test.each([
  { name: "another server", address: "https://elsewhere.example/am", refused: true },
  { name: "another path", address: "https://am.example/other", refused: true },
  { name: "the same address", address: "https://am.example/am", refused: false },
  { name: "no address", address: null, refused: false },
])("the token of an Alertmanager is not sent to $name without being entered again", async ({ address, refused }) => {
  const id = await added({ kind: "alertmanager", address: "https://am.example/am", secret: "operators-own" });
  const reply = await edit(id, { address });
  expect(reply.statusCode).toBe(refused ? 422 : 200);
  expect(await secretsOf(id)).toMatchObject({ address: "https://am.example/am", secret: "operators-own" });
  if (!refused) return;
  expect(reply.json().detail).toEqual([
    { field: "secret", message: "Enter the secret again, because the address is new." },
  ]);
  expect((await edit(id, { address, secret: "entered-again" })).statusCode).toBe(200);
  expect(await secretsOf(id)).toMatchObject({ address, secret: "entered-again" });
});

test("an Alertmanager without a token and a signed webhook get another address without a secret", async () => {
  const plain = await added({ kind: "alertmanager", address: "https://am.example/am" });
  expect((await edit(plain, { address: "https://am.example/b" })).statusCode).toBe(200);
  const signed = await added({ kind: "webhook", name: "Signed", address: "https://hooks.example/a" });
  expect((await edit(signed, { name: "Signed", address: "https://hooks.example/b" })).statusCode).toBe(200);
});

test("a new address resumes a channel that paused itself, and not one that a person paused", async () => {
  const [own, persons] = [
    await added({ kind: "slack", address: "https://chat.example/a" }),
    await added({ kind: "slack", name: "Other", address: "https://chat.example/a" }),
  ];
  await sql`
    update channels set paused = now(), failing_since = now(), failures = 9, gave_up = now(), last_failure = 'HTTP 503.',
      pause_reason = 'It failed for a day.'`.execute(db);
  await sql`
    update channels set paused_until = now() + interval '1 day', paused_by = 'Ana', pause_reason = null where id = ${persons}`.execute(
    db,
  );
  expect((await edit(own, { name: "Renamed" })).json()).toMatchObject({ state: "paused", failures: 9 });
  const moved = await edit(own, { rev: 2, name: "Renamed", address: "https://chat.example/b" });
  expect(moved.json()).toMatchObject({ state: "never_used", reason: null, failures: 0, failing_since: null });
  const other = await edit(persons, { name: "Other", address: "https://chat.example/b" });
  expect(other.json()).toMatchObject({ state: "paused", paused_by: "Ana", failures: 0 });
});

test("what waits for a paused channel is counted, is due at once when it is resumed, and is not sent when it is deleted", async () => {
  const id = await added({ kind: "slack", address: "https://chat.example/a" });
  await sql`update channels set paused = now() where id = ${id}`.execute(db);
  await sql`
    insert into notifications (org_id, type, title, recipient, channel_id, group_key, urgent, send_after)
    select ${orgs.harbor}, 'started', 'Offline', 'channel:' || ${id}::integer, ${id}, 'started:alert:' || n, false, now() + interval '1 day'
    from generate_series(1, 3) n`.execute(db);
  const listed = async () => (await rig.call("harbor user", "/channels")).json()[0];
  expect(await listed()).toMatchObject({ waiting: 3 });
  const waiting = async () => {
    const found = await sql<{ due: boolean; group_key: string }>`
      select distinct send_after <= now() as due, group_key from notifications order by group_key`.execute(db);
    return found.rows;
  };
  const resumed = await rig.call("harbor manager", `/channels/${id}/pause`, {
    method: "PUT",
    body: { rev: 1, until: null },
  });
  expect(resumed.json()).toMatchObject({ state: "never_used", waiting: 0 });
  expect(await waiting()).toEqual([{ due: true, group_key: "started:resumed" }]);
  await sql`update notifications set send_after = now() + interval '1 day'`.execute(db);
  expect((await rig.call("harbor manager", `/channels/${id}?rev=2`, { method: "DELETE" })).statusCode).toBe(204);
  expect(await waiting()).toEqual([{ due: true, group_key: "started:resumed" }]);
});

test("an organization enters only so many web addresses a minute, also of channels that are refused", async () => {
  const id = await added({ kind: "slack", address: "https://chat.example/a" });
  const replies = [];
  for (let count = 1; count < CHANNEL_ADDRESSES_A_MINUTE; count += 1) {
    replies.push(await edit(id, { rev: 7, address: "https://chat.example/b" }));
  }
  expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([412]));
  const body = { name: "More", kind: "webhook", address: "https://hooks.example/a" };
  for (const path of ["/channels", "/channels/test"]) {
    const refused = await rig.call("harbor manager", path, { method: "POST", body });
    expect([refused.statusCode, refused.json().detail]).toEqual([
      429,
      expect.stringMatching(/^An organization may check 30 channel addresses a minute\. Try again in \d+ seconds\.$/),
    ]);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  }
  expect((await edit(id, { address: "https://chat.example/b" })).statusCode).toBe(429);
  // Without a name to look up there is no limit, and another organization has its own.
  expect((await edit(id, { name: "Renamed" })).statusCode).toBe(200);
  expect(
    (
      await rig.call("harbor manager", "/channels", {
        method: "POST",
        body: { ...body, kind: "email", address: "a@harbor.example" },
      })
    ).statusCode,
  ).toBe(201);
  expect(
    (await rig.call("admin", "/channels", { method: "POST", body: { ...body, org_id: orgs.field } })).statusCode,
  ).toBe(201);
});

test("an organization tests email addresses only so often in an hour", async () => {
  const testNew = (to: string) =>
    rig.call("harbor manager", "/channels/test", { method: "POST", body: { kind: "email", name: "x", address: to } });
  const anHourAgo = sql`update channel_tests set at = at - interval '1 minute' where action = 'test'`;
  for (let count = 0; count < EMAIL_TESTS_AN_HOUR; count += 1) {
    expect((await testNew(`flood-${count}@victims.example`)).statusCode).toBe(200);
    await anHourAgo.execute(db);
  }
  const refused = await testNew("one-more@victims.example");
  expect([refused.statusCode, refused.json().detail]).toEqual([
    429,
    "An organization may send 30 tests by email an hour. Try again in 60 minutes.",
  ]);
  expect(smtp.mails).toHaveLength(EMAIL_TESTS_AN_HOUR);
  await sql`update channel_tests set at = at - interval '1 hour'`.execute(db);
  expect((await testNew("one-more@victims.example")).statusCode).toBe(200);
});

test("a test by the support does not name the person to an organization", async () => {
  const id = await added({ kind: "email", address: "oncall@harbor.example" });
  await rig.call("named admin", `/channels/${id}/test`, { method: "POST", body: {} });
  await rig.call("named admin", "/channels/test", {
    method: "POST",
    body: { kind: "email", name: "x", address: "oncall@harbor.example", org_id: orgs.harbor },
  });
  expect(smtp.mails.map(({ raw }) => /This is a test by [^.]*\./.exec(raw)?.[0])).toEqual([
    "This is a test by Groundcrew Support.",
    "This is a test by Groundcrew Support.",
  ]);
  const stored = await sql<{ content: string }>`select payload::text as content from jobs`.execute(db);
  expect(stored.rows.map(({ content }) => content).join("")).not.toMatch(/Kari|admin@/);
});
