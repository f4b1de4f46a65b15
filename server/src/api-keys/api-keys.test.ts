import { createHash } from "node:crypto";
import { endpoint, type KeyScope } from "@groundcrew/shared/contract";
import { DAY_MS, MINUTE_MS } from "@groundcrew/shared/lib";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { accountsRig, NOBODY, type Who } from "../../test/accounts-rig.ts";
import { notifiedCaches } from "../platform/db/index.ts";
import { answer, route, Scope } from "../platform/http/index.ts";
import { apiKeysIn } from "./index.ts";

const { db, url, app, clock, now, orgs, addUser, as, call, lastAudit } = await accountsRig();

const shown = z.object({ kind: z.string(), orgId: z.number().nullable(), admin: z.boolean() });
const declare = (name: string, keyScope: KeyScope | null, access: "user" | "admin" = "user") =>
  endpoint({
    name,
    summary: name,
    method: "GET",
    path: `/api/test/${name}`,
    access,
    keyScope,
    replies: { 200: shown },
  });
for (const declared of [
  declare("read", "read_fleet"),
  declare("errors", "read_errors"),
  declare("people", null),
  declare("solve", "write_errors", "admin"),
]) {
  route(app, declared, async ({ principal, scope }) =>
    answer(200, { kind: principal.kind, orgId: scope.orgId, admin: scope.admin }),
  );
}

await addUser("admin@groundcrew.example", orgs.provider, { can_admin: true });
await addUser("manager@harbor.example", orgs.harbor, { can_manage: true });
await addUser("lead@groundcrew.example", orgs.provider, { can_manage: true });
await addUser("user@harbor.example", orgs.harbor);
await addUser("user@skyline.example", orgs.skyline, { can_manage: true });
const [admin, manager] = [await as("admin@groundcrew.example"), await as("manager@harbor.example")];

async function make(who: Who, query = "?description=reports"): Promise<{ name: string; key: string }> {
  const reply = await call(who, `POST /apikeys${query}`);
  expect(reply.statusCode).toBe(201);
  return reply.json();
}

function read(key: string, headers: Record<string, string> = {}) {
  return call(NOBODY, "GET /test/read", { headers: { authorization: `Bearer ${key}`, ...headers } });
}

// @spec 130.2, 168.2, 246.2
test("a new key is shown once and has its organization's access, without admin rights", async () => {
  const made = await make(manager);
  expect(made).toEqual({
    name: expect.stringMatching(/^key_[a-z2-9]{10}$/),
    description: "reports",
    kind: "general",
    created: now().toISOString(),
    by: "manager@harbor.example",
    scopes: ["read_fleet", "read_errors"],
    ends: new Date(clock.ms + 365 * DAY_MS).toISOString(),
    addresses: [],
    last_used: null,
    last_used_from: null,
    old_secret_ends: null,
    key: expect.stringMatching(new RegExp(`^${made.name}\\.[\\w-]{43}$`)),
  });
  expect((await read(made.key)).json()).toEqual({ kind: "api_key", orgId: orgs.harbor, admin: false });
  const list = await call(manager, "GET /apikeys");
  expect(list.body).toContain(made.name);
  expect(list.body).not.toContain(made.key.split(".")[1]);
});

test("a key of the provider's organization sees every organization, still without admin rights", async () => {
  const { key } = await make(admin);
  expect((await read(key)).json()).toEqual({ kind: "api_key", orgId: null, admin: false });
});

// @spec 246.2
test("an admin creates keys for any organization", async () => {
  const { key } = await make(admin, `?description=theirs&org_id=${orgs.skyline}&kind=general`);
  expect((await read(key)).json().orgId).toBe(orgs.skyline);
});

test("only a hash of the secret is stored", async () => {
  const { name, key } = await make(manager);
  const [, secret = ""] = key.split(".");
  const row = await db.selectFrom("api_keys").selectAll().where("name", "=", name).executeTakeFirstOrThrow();
  expect(Buffer.from(row.secret_hash)).toEqual(createHash("sha256").update(secret).digest());
  const everything = JSON.stringify([
    await db.selectFrom("audit_entries").selectAll().execute(),
    await db.selectFrom("idempotency_keys").selectAll().execute(),
  ]);
  expect(everything).not.toContain(secret);
});

test("a key requested twice with the same idempotency key is created once and not shown again", async () => {
  const headers = { "idempotency-key": "make-1" };
  const first = await call(manager, "POST /apikeys?description=once", { headers });
  const second = await call(manager, "POST /apikeys?description=once", { headers });
  expect([first.statusCode, second.statusCode]).toEqual([201, 409]);
  const rows = await db.selectFrom("api_keys").select("id").where("description", "=", "once").execute();
  expect(rows).toHaveLength(1);
});

test("an invalid key is rejected, even with a valid session cookie", async () => {
  const { name, key } = await make(manager);
  const [, secret = ""] = key.split(".");
  const wrong = `${secret.startsWith("A") ? "B" : "A"}${secret.slice(1)}`;
  for (const text of ["nonsense", `${name}.${wrong}`, `key_aaaaaaaaaa.${secret}`, `${name}.`, key + key]) {
    const reply = await read(text, manager);
    expect([text, reply.statusCode, reply.json().detail]).toEqual([text, 401, "This API key is not valid."]);
  }
});

test("a key with the usual scopes can only read, and only what keys may read", async () => {
  const { key } = await make(manager);
  const headers = { authorization: `Bearer ${key}` };
  expect((await call(NOBODY, "GET /test/people", { headers })).statusCode).toBe(403);
  for (const line of ["GET /users", "GET /apikeys", "POST /apikeys?description=x", "DELETE /users?email=a@b.example"]) {
    expect((await call(NOBODY, line, { headers })).statusCode).toBe(403);
  }
});

test("a key makes the calls of its scopes, and says which one is missing for another", async () => {
  const { key } = await make(manager, "?description=errors&scopes=read_errors");
  const headers = { authorization: `Bearer ${key}` };
  expect((await call(NOBODY, "GET /test/errors", { headers })).statusCode).toBe(200);
  const refused = await read(key);
  expect([refused.statusCode, refused.json().detail]).toEqual([
    403,
    "This API key does not have the scope read_fleet.",
  ]);
});

test("a key from before scopes reads what it read", async () => {
  const secret = "B".repeat(43);
  const secret_hash = createHash("sha256").update(secret).digest();
  const key = { name: "key_bbbbbbbbbb", org_id: orgs.harbor, description: "old", created_by: "", secret_hash };
  await db.insertInto("api_keys").values(key).execute();
  const headers = { authorization: `Bearer ${key.name}.${secret}` };
  for (const line of ["GET /test/read", "GET /test/errors"]) {
    expect((await call(NOBODY, line, { headers })).statusCode).toBe(200);
  }
});

test("only admins create keys that resolve errors, and only keys of the provider", async () => {
  const line = "POST /apikeys?description=triage&scopes=read_errors,write_errors";
  const lead = await as("lead@groundcrew.example");
  expect(await Promise.all([manager, lead].map(async (who) => (await call(who, line)).statusCode))).toEqual([403, 403]);
  const forCustomer = await call(admin, `${line}&org_id=${orgs.harbor}`);
  expect([forCustomer.statusCode, forCustomer.json().detail]).toEqual([
    403,
    "Only keys of the provider's organization can have this scope.",
  ]);
  expect((await call(admin, line)).json()).toMatchObject({ scopes: ["read_errors", "write_errors"] });
  expect(await lastAudit()).toMatchObject({
    action: "createApiKey",
    after: { description: "triage", scopes: ["read_errors", "write_errors"] },
  });
});

test("a key resolves errors as long as its creator is an admin, and reads them afterwards too", async () => {
  const CREATOR = "second@groundcrew.example";
  await addUser(CREATOR, orgs.provider, { can_admin: true });
  const { key } = await make(await as(CREATOR), "?description=triage&scopes=read_errors,write_errors");
  const headers = { authorization: `Bearer ${key}` };
  const status = async (name: string) => (await call(NOBODY, `GET /test/${name}`, { headers })).statusCode;
  expect([await status("solve"), await status("errors")]).toEqual([200, 200]);
  const setAdmin = (can_admin: boolean) =>
    db.updateTable("users").set({ can_admin }).where("email", "=", CREATOR).execute();
  await setAdmin(false);
  await expect.poll(() => status("solve")).toBe(403);
  await setAdmin(true);
  await expect.poll(() => status("solve")).toBe(200);
  expect((await call(admin, `DELETE /users?email=${CREATOR}`)).statusCode).toBe(204);
  expect([await status("solve"), await status("errors")]).toEqual([403, 200]);
});

test("a key reads the titles of errors only with the scope for errors", () => {
  const scopeWith = (...scopes: KeyScope[]) => Scope.of({ kind: "api_key", id: 1, orgId: 2, provider: false, scopes });
  expect([scopeWith("read_fleet").seesErrors, scopeWith("read_fleet", "read_errors").seesErrors]).toEqual([
    false,
    true,
  ]);
});

test.each([
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["::FFFF:c000:0207", "192.0.2.7"],
  ["0:0:0:0:0:ffff:192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.0/120", "192.0.2.0/24"],
  ["2001:db8::/48", "2001:db8::/48"],
  ["::ffff:0:0/95", "::ffff:0:0/95"],
])("the address %s is kept as %s", async (address, kept) => {
  const reply = await call(manager, `POST /apikeys?description=x&addresses=${address}`);
  expect(reply.json()).toMatchObject({ addresses: [kept] });
});

test("all of IPv4 within IPv6 is no limit", async () => {
  expect((await call(manager, "POST /apikeys?description=x&addresses=::ffff:0:0/96")).statusCode).toBe(422);
});

test.each(["", "read_fleet,read_fleet", "everything", "read_fleet,commands"])(
  "%s is not a list of scopes",
  async (scopes) => {
    expect((await call(manager, `POST /apikeys?description=x&scopes=${scopes}`)).statusCode).toBe(422);
  },
);

// @spec 246.3
test("a revoked key is rejected from the next request on", async () => {
  const { name, key } = await make(manager);
  expect((await read(key)).statusCode).toBe(200);
  expect((await call(manager, `DELETE /apikeys?name=${name}`)).statusCode).toBe(204);
  expect((await read(key)).statusCode).toBe(401);
  expect(await lastAudit()).toMatchObject({
    actor: "manager@harbor.example",
    action: "revokeApiKey",
    target: `api key ${name}`,
    org_id: orgs.harbor,
    before: { description: "reports" },
  });
  expect((await call(manager, `DELETE /apikeys?name=${name}`)).statusCode).toBe(404);
});

test("the last use of a key is stored at most once a minute", async () => {
  const { name, key } = await make(manager);
  const lastUsed = async () =>
    (await db.selectFrom("api_keys").select("last_used").where("name", "=", name).executeTakeFirstOrThrow()).last_used;
  await read(key);
  const first = await lastUsed();
  expect(first).toBe(now().toISOString());
  clock.ms += MINUTE_MS - 1;
  await read(key);
  expect(await lastUsed()).toBe(first);
  clock.ms += 1;
  await read(key);
  expect(await lastUsed()).toBe(now().toISOString());
});

// @spec 246.1
test("keys are listed newest first, for everyone in the organization", async () => {
  const older = await make(manager);
  const newer = await make(manager);
  const list = (await call(await as("user@harbor.example"), "GET /apikeys")).json();
  expect(list.slice(0, 2).map(({ name }: { name: string }) => name)).toEqual([newer.name, older.name]);
});

// @spec 246.1
test("a key of another organization is treated as one that does not exist", async () => {
  const { name } = await make(manager);
  const other = await as("user@skyline.example");
  for (const [foreign, unknown] of [
    [`DELETE /apikeys?name=${name}`, "DELETE /apikeys?name=key_aaaaaaaaaa"],
    [`GET /apikeys?org_id=${orgs.harbor}`, "GET /apikeys?org_id=99999"],
    [`POST /apikeys?description=x&org_id=${orgs.harbor}`, "POST /apikeys?description=x&org_id=99999"],
    [`DELETE /apikeys?name=${name}&org_id=${orgs.harbor}`, `DELETE /apikeys?name=${name}&org_id=99999`],
  ] as const) {
    const reply = await call(other, foreign);
    expect(reply.statusCode).toBe(404);
    expect(reply.body).toBe((await call(other, unknown)).body);
  }
});

// @spec 9.4, 227.1
test("only a manager creates and revokes keys, and a description has a maximum length", async () => {
  const user = await as("user@harbor.example");
  expect((await call(user, "POST /apikeys?description=x")).statusCode).toBe(403);
  expect((await call(user, "DELETE /apikeys?name=x")).statusCode).toBe(403);
  for (const query of ["", "?description=", `?description=${"x".repeat(201)}`, "?description=x&kind=special"]) {
    expect((await call(manager, `POST /apikeys${query}`)).statusCode).toBe(422);
  }
});

test("a key that was used a moment ago is known without the database, and only with its secret", async () => {
  const { name, key } = await make(manager);
  const other = `${name}.${"A".repeat(43)}`;
  const caches = notifiedCaches({ url, channel: "session_changes" });
  onTestFinished(() => caches.stop());
  const keys = apiKeysIn(db, { provider: "Groundcrew", now, cache: caches.open(100) });
  expect(keys.knownPrincipal(key, "192.0.2.1")).toBeUndefined();
  await expect
    .poll(async () => (await keys.principal(key, "192.0.2.1")) && keys.knownPrincipal(key, "192.0.2.1"))
    .toEqual({
      kind: "api_key",
      id: expect.any(Number),
      name,
      orgId: orgs.harbor,
      provider: false,
      scopes: ["read_fleet", "read_errors"],
    });
  expect(keys.knownPrincipal(other, "192.0.2.1")).toBeUndefined();
  expect(await keys.principal(other, "192.0.2.1")).toEqual({ kind: "anonymous" });
  expect([(await read(key)).statusCode, (await read(other)).statusCode]).toEqual([200, 401]);
  clock.ms += MINUTE_MS;
  // The use has to be stored.
  expect(keys.knownPrincipal(key, "192.0.2.1")).toBeUndefined();
});
