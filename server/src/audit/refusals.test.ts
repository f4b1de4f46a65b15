import { MINUTE_MS } from "@groundcrew/shared/lib";
import { beforeEach, expect, test } from "vitest";
import { accountsRig, NOBODY, PASSWORD } from "../../test/accounts-rig.ts";

const { db, orgs, clock, addUser, as, call } = await accountsRig();
await addUser("user@harbor.example", orgs.harbor);
await addUser("manager@harbor.example", orgs.harbor, { can_manage: true });
await addUser("user@skyline.example", orgs.skyline);
const user = await as("user@harbor.example");
const manager = await as("manager@harbor.example");

// Each test runs in its own minute.
beforeEach(() => void (clock.ms += MINUTE_MS));

function written(requestId: unknown) {
  return db
    .selectFrom("audit_entries")
    .select(["actor_kind", "actor", "action", "target", "org_id", "actor_org_id", "ip", "after"])
    .where("request_id", "=", String(requestId))
    .execute();
}

test("a request without permission is recorded with who requested what, from where, and the request's id", async () => {
  const reply = await call(user, "DELETE /users?email=manager@harbor.example", { remoteAddress: "203.0.113.9" });
  expect(reply.statusCode).toBe(403);
  expect(await written(reply.headers["x-request-id"])).toEqual([
    {
      actor_kind: "user",
      actor: "user@harbor.example",
      action: "refuseDeleteUser",
      target: 'email "manager@harbor.example"',
      org_id: orgs.harbor,
      // A refusal is not an action of an organization.
      actor_org_id: null,
      ip: "203.0.113.9",
      after: { status: 403 },
    },
  ]);
});

test.each([
  ["without a login", NOBODY, "POST /organizations?name=X", 401, 'name "X"'],
  ["for what another organization has", manager, "DELETE /users?email=user@skyline.example", 404, "skyline"],
  ["for what is nobody's", manager, "DELETE /apikeys?name=key_zzzzzzzzzz", 404, "key_zzzzzzzzzz"],
  ["with line breaks in a name", NOBODY, "DELETE /users?email=a%0Ab%0D", 401, String.raw`email "a\nb\r"`],
])("a refused request of %s is recorded", async (_, who, line, status, target) => {
  const reply = await call(who, line);
  expect(reply.statusCode).toBe(status);
  expect(await written(reply.headers["x-request-id"])).toMatchObject([
    { target: expect.stringContaining(target), after: { status } },
  ]);
});

test("a request from another site is recorded as refused", async () => {
  const reply = await call(manager, "DELETE /users?email=user@harbor.example", {
    headers: { "sec-fetch-site": "cross-site" },
  });
  expect(await written(reply.headers["x-request-id"])).toMatchObject([{ action: "refuseDeleteUser" }]);
});

test("refused reads are not recorded, nor are invalid requests", async () => {
  for (const line of ["GET /organizations", "GET /users?org_id=999999", "DELETE /users?email=nonsense"]) {
    const reply = await call(manager, line);
    expect(reply.statusCode).toBeGreaterThanOrEqual(400);
    expect(await written(reply.headers["x-request-id"])).toEqual([]);
  }
});

test("no audit row contains the code from an email", async () => {
  const payload = { email: "user@harbor.example", password: PASSWORD };
  const reply = await call(NOBODY, "PUT /users/password?code=canary-code", { payload });
  const rows = await written(reply.headers["x-request-id"]);
  expect([reply.statusCode, rows.length]).toEqual([404, 1]);
  expect(JSON.stringify(rows)).not.toContain("canary-code");
});

test("at most 30 refusals a minute are recorded for a user, and the rest are counted", async () => {
  const deleteManager = () => call(user, "DELETE /users?email=manager@harbor.example");
  const before = await rows();
  for (let count = 0; count < 40; count += 1) expect((await deleteManager()).statusCode).toBe(403);
  expect(await rows()).toBe(before + 30);
  const other = await call(manager, "DELETE /users?email=user@skyline.example");
  expect(await written(other.headers["x-request-id"])).toMatchObject([{ after: { status: 404, not_written: 10 } }]);
  clock.ms += MINUTE_MS;
  const next = await deleteManager();
  expect(await written(next.headers["x-request-id"])).toMatchObject([{ after: { status: 403 } }]);
});

test("refusals of anonymous clients get at most 30 rows a minute for each call, from any number of networks", async () => {
  const before = await rows();
  for (let count = 0; count < 80; count += 1) {
    const reply = await call(NOBODY, "POST /organizations?name=X", { remoteAddress: `198.51.${count}.1` });
    expect(reply.statusCode).toBe(401);
  }
  expect(await rows()).toBe(before + 30);
});

test("refusals of known users are recorded despite any number of anonymous ones", async () => {
  const before = await rows();
  for (const line of [
    "POST /organizations?name=X",
    "POST /users?email=a@b.example",
    "DELETE /users?email=a@b.example",
  ]) {
    for (let count = 0; count < 40; count += 1) {
      await call(NOBODY, line, { remoteAddress: `198.51.${count}.1` });
    }
  }
  expect(await rows()).toBe(before + 75);
  const reply = await call(user, "DELETE /users?email=manager@harbor.example");
  expect(await written(reply.headers["x-request-id"])).toMatchObject([{ after: { status: 403, not_written: 25 } }]);
});

async function rows(): Promise<number> {
  const { count } = await db
    .selectFrom("audit_entries")
    .select((row) => row.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}
