import { DEVICE_TESTS_A_MINUTE, DEVICES_MAX, SUBSCRIPTIONS_A_MINUTE } from "@groundcrew/shared/notifications";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { callsRig, type Who } from "../../test/calls-rig.ts";
import { addCallers } from "../../test/callers.ts";
import { emptyTables } from "../../test/database.ts";
import { subscribe, vapidClaims, type Subscribed } from "../../test/push-browser.ts";
import { pushService } from "../../test/push-service.ts";
import { newPushKeyPair } from "../platform/push/index.ts";
import { openWebhooks } from "../platform/webhooks/index.ts";
import { deviceRoutes } from "./index.ts";

const service = await pushService();
const keys = newPushKeyPair();
const addresses: Record<string, string> = { "push.example": "93.184.215.14", "inside.example": "10.0.0.5" };
const resolve = async (host: string) => [{ address: addresses[host] ?? "127.0.0.1", family: 4 }];
const shared = { keys, contact: "https://groundcrew.example", now: () => Date.now() };
const routesWith = (allowPrivate: boolean) =>
  callsRig({
    now: () => Date.now(),
    add: ({ app, db }) =>
      deviceRoutes(app, {
        db,
        origin: "https://groundcrew.example",
        senders: { ...shared, webhooks: openWebhooks({ allowPrivate, resolve }) },
      }),
  });
const rig = await routesWith(true);
const guarded = await routesWith(false);
await addCallers(rig);
await addCallers(guarded);

beforeEach(async () => {
  service.answers.status = 201;
  service.received.splice(0);
  for (const { db } of [rig, guarded]) {
    await emptyTables(db, ["devices", "device_tests", "notifications"]);
  }
});

type Rig = typeof rig;

type AddOptions = { who?: Who; name?: string; on?: Rig };

function add({ endpoint, keys }: Omit<Subscribed, "read">, options: AddOptions = {}) {
  const { who = "harbor user", name = "Chrome on Linux", on = rig } = options;
  return on.call(who, "/me/devices", { method: "POST", body: { name, endpoint, keys } });
}

async function added(subscribed: Subscribed, who: Who = "harbor user"): Promise<number> {
  const reply = await add(subscribed, { who });
  expect([reply.statusCode, reply.body]).toEqual([201, expect.any(String)]);
  return reply.json().id;
}

const listed = async (who: Who = "harbor user", { call }: Rig = rig) => (await call(who, "/me/devices")).json();
const testOf = (id: number, who: Who = "harbor user") =>
  rig.call(who, `/me/devices/${id}/test`, { method: "POST", body: {} });

test("a browser is added as a device, recognizes itself, and is seen by its person alone", async () => {
  const one = service.subscribe("one");
  const id = await added(one);
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(one.endpoint));
  const device = { id, name: "Chrome on Linux", last_sent: null, ended: null, end_reason: null };
  const fingerprint = Buffer.from(hash).toString("hex").slice(0, 16);
  expect(await listed()).toEqual([{ ...device, created: expect.any(String), fingerprint }]);
  expect(await listed("harbor manager")).toEqual([]);
  for (const who of ["harbor manager", "field user", "admin"] as const) {
    const removal = await rig.call(who, `/me/devices/${id}`, { method: "DELETE" });
    expect([who, removal.statusCode, (await testOf(id, who)).statusCode]).toEqual([who, 404, 404]);
  }
  expect((await rig.call("harbor key", "/me/devices")).statusCode).toBe(403);
  expect((await rig.call("harbor user", `/me/devices/${id}`, { method: "DELETE" })).statusCode).toBe(204);
  expect(await listed()).toEqual([]);
});

test("the same endpoint renews a device, also one that has ended", async () => {
  const one = service.subscribe("one");
  const id = await added(one);
  await sql`update devices set ended = now(), end_reason = 'Its browser ended the subscription'`.execute(rig.db);
  const renewed = subscribe(one.endpoint);
  expect((await add(renewed, { name: "Firefox on Linux" })).json()).toMatchObject({
    id,
    name: "Firefox on Linux",
    ended: null,
    end_reason: null,
  });
  await testOf(id);
  expect(renewed.read(service.received[0]?.body ?? Buffer.alloc(0))).toContain("This is a test");
});

test("a browser on which another person turns push on is theirs, and no longer a device of the first", async () => {
  const one = service.subscribe("one");
  const first = await added(one);
  const second = await added(one, "harbor manager");
  expect(second).not.toBe(first);
  expect(await listed()).toEqual([]);
  expect(await listed("harbor manager")).toHaveLength(1);
  expect((await testOf(first)).statusCode).toBe(404);
});

function renew(before: string, { endpoint, keys }: Omit<Subscribed, "read">, who: Who = "harbor user") {
  return rig.call(who, "/me/devices/subscription", { method: "PUT", body: { before, endpoint, keys } });
}

test("a browser that has made another subscription stays the device that it was, also if that has ended", async () => {
  const [one, two] = [service.subscribe("one"), service.subscribe("two")];
  const id = await added(one);
  await sql`update devices set ended = now(), end_reason = 'Its browser ended the subscription'`.execute(rig.db);
  expect((await renew(one.endpoint, two)).json()).toMatchObject({ id, name: "Chrome on Linux", ended: null });
  await testOf(id);
  expect(service.received.map(({ path }) => path)).toEqual(["/two"]);
  expect(two.read(service.received[0]?.body ?? Buffer.alloc(0))).toContain("This is a test");
});

test("nobody renews the device of another person, or one that was removed", async () => {
  const [one, two] = [service.subscribe("one"), service.subscribe("two")];
  const id = await added(one);
  const theirs = await added(two, "field user");
  expect((await renew(one.endpoint, two, "field user")).statusCode).toBe(404);
  expect(await listed("field user")).toMatchObject([{ id: theirs }]);
  await rig.call("harbor user", `/me/devices/${id}`, { method: "DELETE" });
  expect((await renew(one.endpoint, service.subscribe("three"))).statusCode).toBe(404);
  expect(await listed()).toEqual([]);
});

test("a person has at most 20 devices, also when they are added at the same time", async () => {
  const replies = await Promise.all(
    Array.from({ length: DEVICES_MAX + 3 }, (_, index) => add(service.subscribe(`many-${index}`))),
  );
  const refused = replies.filter(({ statusCode }) => statusCode !== 201);
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([409, 409, 409]);
  expect(await listed()).toHaveLength(DEVICES_MAX);
  const [{ fingerprint }] = await listed();
  const known = replies.findIndex(({ body }) => body.includes(fingerprint));
  expect((await add(service.subscribe(`many-${known}`))).statusCode).toBe(201);
  expect((await add(service.subscribe("theirs"), { who: "harbor manager" })).statusCode).toBe(201);
});

test.each([
  "http://push.example/a",
  "https://127.0.0.1/a",
  "https://localhost/a",
  "https://[::1]/a",
  "https://[::ffff:127.0.0.1]/a",
  "https://0x7f.1/a",
  "https://2130706433/a",
  "https://0177.0.0.1/a",
  "https://169.254.169.254/latest/meta-data",
  "https://inside.example/a",
  "https://ada:secret@push.example/a",
  "https://100.64.0.1/a",
  "https://[fd00::1]/a",
])("nothing is sent to %s, so it is not accepted as an endpoint", async (endpoint) => {
  const reply = await add(subscribe(endpoint), { on: guarded });
  expect([reply.statusCode, reply.json().detail[0]?.field]).toEqual([422, "endpoint"]);
  expect(await listed("harbor user", guarded)).toEqual([]);
});

test("an endpoint of a push service is accepted, and keys that nothing can be encrypted with are not", async () => {
  const one = subscribe("https://push.example/a");
  expect((await add(one, { on: guarded })).statusCode).toBe(201);
  const p256dh = Buffer.alloc(65, 4).toString("base64url");
  const reply = await add({ ...one, keys: { ...one.keys, p256dh } }, { on: guarded });
  expect([reply.statusCode, reply.json().detail]).toEqual([
    422,
    [{ field: "keys.p256dh", message: "This is not a key of a subscription." }],
  ]);
});

test("a test is encrypted for the browser, signed by the server, and stays in the log", async () => {
  const one = service.subscribe("one");
  const id = await added(one);
  expect((await testOf(id)).json()).toMatchObject({ result: "delivered", status: 201, why: "HTTP 201." });
  const [request] = service.received;
  const { ttl, urgency, "content-encoding": encoding } = request?.headers ?? {};
  expect([request?.path, ttl, urgency, encoding]).toEqual(["/one", "300", "high", "aes128gcm"]);
  expect(JSON.parse(one.read(request?.body ?? Buffer.alloc(0)))).toEqual({
    title: "Test",
    body: "This is a test by user@harbor.example. Nothing has happened.",
    tag: "test",
    path: "/attention/me",
  });
  expect(vapidClaims(request?.headers ?? {}, keys.publicKey)).toMatchObject({
    aud: service.url,
    sub: "https://groundcrew.example",
  });
  const log = await sql`
    select n.org_id, n.type, n.person, n.device, n.result, n.sent is not null as sent, m.receiver as recipient, a.status
    from notifications n join jobs m on m.key = n.message_id join message_attempts a on a.message_id = m.key`.execute(
    rig.db,
  );
  const person = "user@harbor.example";
  const about = { org_id: rig.orgs.harbor, type: "test", person, device: "Chrome on Linux" };
  expect(log.rows).toEqual([{ ...about, result: "delivered", sent: true, recipient: `push:${id}`, status: 201 }]);
  expect(await listed()).toMatchObject([{ last_sent: expect.any(String) }]);
});

test.each([404, 410])("a device whose subscription the push service answers with %i has ended", async (status) => {
  const id = await added(service.subscribe("one"));
  service.answers.status = status;
  expect((await testOf(id)).json()).toMatchObject({ result: "failed", status });
  expect(await listed()).toMatchObject([
    { ended: expect.any(String), end_reason: "Its browser ended the subscription", last_sent: null },
  ]);
  expect((await testOf(id)).statusCode).toBe(409);
});

test("a test that fails for another reason does not end a device", async () => {
  const id = await added(service.subscribe("one"));
  service.answers.status = 503;
  expect((await testOf(id)).json()).toMatchObject({ result: "failed", why: "HTTP 503." });
  expect(await listed()).toMatchObject([{ ended: null, last_sent: null }]);
});

test("a person may send 6 tests a minute, and others are not held up by that", async () => {
  const id = await added(service.subscribe("one"));
  const replies = await Promise.all(Array.from({ length: DEVICE_TESTS_A_MINUTE + 2 }, () => testOf(id)));
  const refused = replies.filter(({ statusCode }) => statusCode === 429);
  expect([refused.length, service.received.length]).toEqual([2, DEVICE_TESTS_A_MINUTE]);
  expect(refused[0]?.json().detail).toMatch(/^You may send 6 tests a minute\. Try again in \d+ seconds?\.$/);
  const other = await added(service.subscribe("two"), "harbor manager");
  expect((await testOf(other, "harbor manager")).statusCode).toBe(200);
});

test("a person enters only so many subscriptions a minute, which does not stop anyone else", async () => {
  const one = service.subscribe("one");
  await added(one);
  const { endpoint, keys } = one;
  const renewed = () =>
    rig.call("harbor user", "/me/devices/subscription", { method: "PUT", body: { before: endpoint, endpoint, keys } });
  for (let count = 1; count < SUBSCRIPTIONS_A_MINUTE; count += 1) expect((await renewed()).statusCode).toBe(200);
  for (const refused of [await renewed(), await add(one)]) {
    expect([refused.statusCode, refused.json().detail]).toEqual([
      429,
      expect.stringMatching(/^Push can be turned on 30 times a minute\. Try again in \d+ seconds?\.$/),
    ]);
  }
  expect((await add(service.subscribe("two"), { who: "harbor manager" })).statusCode).toBe(201);
});

test("what is done with devices is audited without their endpoints and keys", async () => {
  const one = service.subscribe("secret-path");
  const id = await added(one);
  await testOf(id);
  await rig.call("harbor user", `/me/devices/${id}`, { method: "DELETE" });
  const entries = await rig.db
    .selectFrom("audit_entries")
    .select(["action", "target", "org_id", "before", "after"])
    .where("target", "=", `device ${id}`)
    .orderBy("id")
    .execute();
  const about = { target: `device ${id}`, org_id: rig.orgs.harbor };
  expect(entries).toEqual([
    { ...about, action: "addMyDevice", before: null, after: { name: "Chrome on Linux" } },
    { ...about, action: "testMyDevice", before: null, after: { test: true } },
    { ...about, action: "removeMyDevice", before: { name: "Chrome on Linux" }, after: null },
  ]);
});
