import { DAY_MS, HOUR_MS, MINUTE_MS } from "@groundcrew/shared/lib";
import { endpoint } from "@groundcrew/shared/contract";
import pino from "pino";
import { beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { accountsRig, NOBODY, ORIGIN, type Who } from "../../test/accounts-rig.ts";
import { emptyTables } from "../../test/database.ts";
import { mailServer } from "../../test/mail-server.ts";
import { removeRows } from "../../test/retention.ts";
import { runHandler } from "../../test/run-handler.ts";
import { answer, route } from "../platform/http/index.ts";
import { openMailer } from "../platform/mail/index.ts";
import { keyMails, noticeEnds } from "./key-mails.ts";

const { db, app, clock, now, orgs, addUser, as, call, lastAudit } = await accountsRig({ trustProxy: ["10.0.0.0/8"] });
const read = endpoint({
  name: "read",
  summary: "Reads.",
  method: "GET",
  path: "/api/test/read",
  access: "user",
  keyScope: "read_fleet",
  replies: { 200: z.null() },
});
route(app, read, async () => answer(200, null));

await db.updateTable("organizations").set({ is_provider: true }).where("id", "=", orgs.provider).execute();
await addUser("admin@groundcrew.example", orgs.provider, { can_admin: true });
await addUser("staff@groundcrew.example", orgs.provider, { can_manage: true });
await addUser("manager@harbor.example", orgs.harbor, { can_manage: true });
await addUser("user@harbor.example", orgs.harbor);
await addUser("manager@skyline.example", orgs.skyline, { can_manage: true });
const START = clock.ms;
let manager: Who = NOBODY;
let admin: Who = NOBODY;

beforeEach(async () => {
  clock.ms = START;
  await emptyTables(db, ["api_keys", "jobs"]);
  [manager, admin] = [await as("manager@harbor.example"), await as("admin@groundcrew.example")];
});

const at = (ms: number) => new Date(clock.ms + ms).toISOString();

async function make(settings: Record<string, string> = {}, who = manager): Promise<{ name: string; key: string }> {
  const query = new URLSearchParams({ description: "reports", ...settings });
  const reply = await call(who, `POST /apikeys?${query.toString()}`);
  expect([reply.statusCode, reply.body]).toEqual([201, reply.body]);
  return reply.json();
}

async function use(key: string, from = "192.0.2.7", headers: Record<string, string> = {}) {
  const reply = await call(NOBODY, "GET /test/read", {
    headers: { authorization: `Bearer ${key}`, ...headers },
    remoteAddress: from,
  });
  return [reply.statusCode, reply.body === "" ? undefined : reply.json().detail];
}

async function listed(who = manager) {
  return (await call(who, `GET /apikeys?org_id=${orgs.harbor}`)).json();
}

const ENDED = [401, "This API key has ended. A manager can renew it."];
const ELSEWHERE = [403, "This API key is not accepted from this address."];
const mails = async () =>
  (await db.selectFrom("jobs").select("payload").where("kind", "=", "key_ends_mail").orderBy("id").execute()).map(
    ({ payload }) => z.looseObject({ to: z.string(), days: z.int() }).parse(payload),
  );

test("a key is accepted until its end, is listed for 30 days after it, and then removed", async () => {
  const { key, name } = await make({ ends: at(HOUR_MS) });
  clock.ms += HOUR_MS - 1;
  expect(await use(key)).toEqual([200, undefined]);
  clock.ms += 1;
  expect(await use(key)).toEqual(ENDED);
  expect(await use(`${name}.${"A".repeat(43)}`)).toEqual([401, "This API key is not valid."]);
  await removeRows(db, "api_keys", clock.ms + 30 * DAY_MS);
  expect(await listed(await as("manager@harbor.example"))).toMatchObject([{ name }]);
  await removeRows(db, "api_keys", clock.ms + 30 * DAY_MS + 1);
  expect(await listed(await as("manager@harbor.example"))).toEqual([]);
});

test.each([
  [0, "Choose a time that is not over."],
  [366 * DAY_MS + 1, "A key ends within a year."],
])("a key cannot end %i ms from now", async (ms, message) => {
  const query = new URLSearchParams({ description: "x", ends: at(ms) });
  const reply = await call(manager, `POST /apikeys?${query.toString()}`);
  expect([reply.statusCode, reply.json().detail]).toEqual([422, [{ field: "ends", message }]]);
});

test("a key from before never ends, and ends in a year once it is renewed", async () => {
  const { key, name } = await make();
  await db.updateTable("api_keys").set({ ends: null }).execute();
  clock.ms += 800 * DAY_MS;
  expect(await use(key)).toEqual([200, undefined]);
  const who = await as("manager@harbor.example");
  expect((await call(who, `POST /apikeys/renewal?name=${name}`)).json()).toMatchObject({ ends: at(365 * DAY_MS) });
});

test.each([
  ["192.0.2.7", true],
  ["192.0.2.8", false],
  ["198.51.100.200", true],
  ["198.51.101.1", false],
  ["::ffff:192.0.2.7", true],
  ["2001:db8::7", true],
  ["2001:db9::7", false],
])("a key with allowed addresses is accepted from %s: %s", async (from, isAllowed) => {
  const { key } = await make({ addresses: "192.0.2.7, 198.51.100.0/24,2001:db8::/32" });
  expect(await use(key, from)).toEqual(isAllowed ? [200, undefined] : ELSEWHERE);
  expect(await use(key, from)).toEqual(isAllowed ? [200, undefined] : ELSEWHERE);
});

test("behind a trusted proxy the address of the client counts, and a header from elsewhere does not", async () => {
  const { key } = await make({ addresses: "192.0.2.0/24" });
  const from = (ip: string) => ({ "x-forwarded-for": ip });
  expect(await use(key, "10.0.0.1", from("192.0.2.7:4711"))).toEqual([200, undefined]);
  expect(await use(key, "10.0.0.1", from("203.0.113.9"))).toEqual(ELSEWHERE);
  expect(await use(key, "203.0.113.9", from("192.0.2.7"))).toEqual(ELSEWHERE);
  expect(await use(key, "10.0.0.1", from("unknown"))).toEqual(ELSEWHERE);
});

test.each(["", "example.com", "192.0.2.0/33", "0.0.0.0/0", "::/0", "192.0.2.1,", Array(21).fill("192.0.2.1").join()])(
  "%s is not a list of addresses",
  async (addresses) => {
    const query = new URLSearchParams({ description: "x", addresses });
    expect((await call(manager, `POST /apikeys?${query.toString()}`)).statusCode).toBe(422);
  },
);

test("the last use says when and from which network", async () => {
  const { key } = await make();
  await use(key, "192.0.2.7");
  expect(await listed()).toMatchObject([{ last_used: at(0), last_used_from: "192.0.2.0/24" }]);
  clock.ms += MINUTE_MS;
  await use(key, "2001:db8:1:2:3::4");
  expect(await listed()).toMatchObject([{ last_used: at(0), last_used_from: "2001:db8:1:2::/64" }]);
});

test("after a renewal the key from before is valid for 24 hours, in which there is no other renewal", async () => {
  const first = await make({ ends: at(10 * DAY_MS), scopes: "read_fleet", addresses: "192.0.2.0/24" });
  clock.ms += 2 * DAY_MS;
  const who = await as("manager@harbor.example");
  const renew = async () => (await call(who, `POST /apikeys/renewal?name=${first.name}`)).json();
  const second = await renew();
  expect(second).toMatchObject({
    name: first.name,
    scopes: ["read_fleet"],
    addresses: ["192.0.2.0/24"],
    ends: at(10 * DAY_MS),
    old_secret_ends: at(DAY_MS),
  });
  expect([await use(first.key), await use(second.key)]).toEqual([
    [200, undefined],
    [200, undefined],
  ]);
  expect(await use(first.key, "203.0.113.9")).toEqual(ELSEWHERE);
  expect(await lastAudit()).toMatchObject({
    action: "renewApiKey",
    target: `api key ${first.name}`,
    before: { ends: at(8 * DAY_MS) },
    after: { ends: at(10 * DAY_MS) },
  });
  clock.ms += 23 * HOUR_MS;
  const again = await call(await as("manager@harbor.example"), `POST /apikeys/renewal?name=${first.name}`);
  expect([again.statusCode, again.json().detail]).toEqual([
    409,
    expect.stringMatching(/^This key was renewed a short time ago, and its secret from before is valid until /),
  ]);
  expect([await use(first.key), await use(second.key)]).toEqual([
    [200, undefined],
    [200, undefined],
  ]);
  clock.ms += HOUR_MS;
  expect([await use(first.key), await use(second.key)]).toEqual([ENDED, [200, undefined]]);
  const then = await as("manager@harbor.example");
  expect(await listed(then)).toMatchObject([{ old_secret_ends: null }]);
  expect((await call(then, `POST /apikeys/renewal?name=${first.name}`)).statusCode).toBe(200);
});

test("a key that has ended is renewed for as long as before, and the key from before stays refused", async () => {
  const first = await make({ ends: at(5 * DAY_MS) });
  clock.ms += 9 * DAY_MS;
  const reply = await call(await as("manager@harbor.example"), `POST /apikeys/renewal?name=${first.name}`);
  expect(reply.json()).toMatchObject({ ends: at(5 * DAY_MS), old_secret_ends: null });
  expect([await use(first.key), await use(reply.json().key)]).toEqual([
    [401, "This API key is not valid."],
    [200, undefined],
  ]);
});

test("only admins renew a key that resolves errors", async () => {
  const { name } = await make({ scopes: "read_errors,write_errors" }, admin);
  const line = `POST /apikeys/renewal?name=${name}`;
  expect((await call(await as("staff@groundcrew.example"), line)).statusCode).toBe(403);
  expect((await call(admin, line)).statusCode).toBe(200);
});

test("only managers renew a key, and one of another organization does not exist for them", async () => {
  const { name } = await make();
  const line = `POST /apikeys/renewal?name=${name}`;
  const statuses = ["user@harbor.example", "manager@skyline.example"].map(async (email) =>
    call(await as(email), line).then(({ statusCode }) => statusCode),
  );
  expect(await Promise.all(statuses)).toEqual([403, 404]);
});

test("customers read the support as the creator of keys that staff created for them", async () => {
  await make({ org_id: String(orgs.harbor) }, admin);
  expect(await listed()).toMatchObject([{ by: "Groundcrew Support" }]);
  expect(await listed(admin)).toMatchObject([{ by: "admin@groundcrew.example" }]);
});

test("those who manage a key get an email 14 days and one day before its end, each once, and again after a renewal", async () => {
  const { name } = await make({ ends: at(90 * DAY_MS), description: "Night jobs" });
  const notice = () => noticeEnds({ db, now: () => now().getTime() });
  clock.ms += 76 * DAY_MS - 1;
  await notice();
  expect(await mails()).toEqual([]);
  clock.ms += 1;
  await notice();
  await notice();
  const about = { to: "manager@harbor.example", name, description: "Night jobs", organization: "Harbor Air" };
  expect(await mails()).toEqual([{ ...about, days: 14, ends: at(14 * DAY_MS) }]);
  clock.ms += 13 * DAY_MS;
  await notice();
  await notice();
  expect((await mails()).map(({ days }) => days)).toEqual([14, 1]);
  await call(await as("manager@harbor.example"), `POST /apikeys/renewal?name=${name}`);
  clock.ms += 89 * DAY_MS;
  await notice();
  expect((await mails()).map(({ days }) => days)).toEqual([14, 1, 1]);
});

test("staff who created a key for a customer get its emails too, and a key that lasts ten days has one", async () => {
  await make({ org_id: String(orgs.harbor), ends: at(10 * DAY_MS) }, admin);
  const notice = () => noticeEnds({ db, now: () => now().getTime() });
  await notice();
  expect(await mails()).toEqual([]);
  clock.ms += 9 * DAY_MS;
  await notice();
  expect((await mails()).map(({ to, days }) => [to, days])).toEqual([
    ["admin@groundcrew.example", 1],
    ["manager@harbor.example", 1],
  ]);
});

test("the email names the key, says until when it is valid, and links to the keys", async () => {
  const smtp = await mailServer({});
  const from = "Groundcrew <console@groundcrew.example>";
  const mailer = openMailer({ smtpUrl: smtp.url, from, dataDir: "", log: pino({ level: "silent" }) });
  const payload = { to: "manager@harbor.example", name: "key_abcdefghjk", description: "Night jobs", days: 14 };
  const key = { ...payload, organization: "Harbor Air", ends: "2026-12-14T09:30:00.000Z" };
  await runHandler(keyMails({ mailer, origin: ORIGIN, product: "Groundcrew" }), key);
  const [mail] = smtp.mails;
  const text = mail?.raw.replaceAll("=\r\n", "").replaceAll("=3D", "=");
  expect(text).toContain("Subject: Groundcrew: an API key ends in less than 14 days");
  expect(text).toContain('The API key "Night jobs" (key_abcdefghjk) of Harbor Air ends at 2026-12-14 09:30 UTC.');
  expect(text).toContain(`${ORIGIN}/manage/apikeys`);
});
