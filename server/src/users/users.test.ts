import { beforeEach, expect, test } from "vitest";
import { accountsRig, NOBODY, type Who } from "../../test/accounts-rig.ts";
import { emptyTables } from "../../test/database.ts";

const { db, orgs, addUser, as, call, lastAudit } = await accountsRig();

const ADMIN = "admin@groundcrew.example";
const STAFF = "staff@groundcrew.example";
const MANAGER = "manager@harbor.example";
const USER = "user@harbor.example";
const OTHER = "user@skyline.example";

beforeEach(async () => {
  await emptyTables(db, ["users", "invitations"]);
  await addUser(ADMIN, orgs.provider, { can_admin: true });
  await addUser(STAFF, orgs.provider);
  await addUser(MANAGER, orgs.harbor, { can_manage: true });
  await addUser(USER, orgs.harbor);
  await addUser(OTHER, orgs.skyline);
});

async function listed(who: Who, query = ""): Promise<{ email: string; can_manage: boolean }[]> {
  const reply = await call(who, `GET /users${query}`);
  expect(reply.statusCode).toBe(200);
  return reply.json();
}

function detailOf(reply: { json: () => { detail: unknown } }): unknown {
  return reply.json().detail;
}

// @spec 136.2
test("everyone sees the users of their own organization, ordered by email", async () => {
  expect(await listed(await as(USER))).toEqual([
    { email: MANAGER, can_manage: true, organization: "Harbor Air", org_id: orgs.harbor, invitation: null },
    { email: USER, can_manage: false, organization: "Harbor Air", org_id: orgs.harbor, invitation: null },
  ]);
});

test("managers see who has no second factor, and other users do not", async () => {
  await db
    .insertInto("passkeys")
    .columns(["user_id", "credential_id", "public_key", "counter", "transports", "name"])
    .expression((from) =>
      from
        .selectFrom("users")
        .select((eb) => [
          "id as user_id",
          eb.val("x").as("credential_id"),
          eb.val<Uint8Array>(Buffer.alloc(1)).as("public_key"),
          eb.val(0).as("counter"),
          eb.val<[]>([]).as("transports"),
          eb.val("Laptop").as("name"),
        ])
        .where("email", "=", USER),
    )
    .execute();
  const manager = await as(MANAGER);
  await call(manager, "POST /users?email=new@harbor.example");
  expect(await listed(manager)).toMatchObject([
    { email: MANAGER, has_second_step: false },
    { email: "new@harbor.example" },
    { email: USER, has_second_step: true },
  ]);
  expect(await listed(await as(ADMIN), `?org_id=${orgs.harbor}`)).toMatchObject([
    { has_second_step: false },
    {},
    { has_second_step: true },
  ]);
  expect(JSON.stringify(await listed(await as(USER)))).not.toContain("has_second_step");
});

// @spec 227.3, 234.1
test("users of the provider's organization are always managers and shown as such", async () => {
  const staff = await listed(await as(STAFF));
  expect(staff.map(({ can_manage }) => can_manage)).toEqual([true, true]);
  const session = await call(await as(STAFF), "GET /sessions/current");
  expect(session.json().user).toMatchObject({ can_manage: true, can_admin: false });
});

// @spec 7.2
test("admin rights count only in the provider's organization", async () => {
  await db.updateTable("users").set({ can_admin: true }).where("email", "=", OTHER).execute();
  const session = await call(await as(OTHER), "GET /sessions/current");
  expect(session.json().user).toMatchObject({ can_manage: false, can_admin: false });
});

// @spec 242.1
test("an admin can name any organization; for other users, other organizations do not exist", async () => {
  const emails = (await listed(await as(ADMIN), `?org_id=${orgs.skyline}`)).map(({ email }) => email);
  expect(emails).toEqual([OTHER]);
  for (const who of [await as(USER), await as(MANAGER), await as(STAFF)]) {
    const foreign = await call(who, `GET /users?org_id=${orgs.skyline}`);
    const unknown = await call(who, "GET /users?org_id=99999");
    expect(foreign.statusCode).toBe(404);
    expect(foreign.body).toBe(unknown.body);
  }
  expect((await call(await as(ADMIN), "GET /users?org_id=99999")).statusCode).toBe(404);
});

// @spec 227.1, 242.3
test("a manager makes others managers and revokes that, effective from the next request", async () => {
  const manager = await as(MANAGER);
  const user = await as(USER);
  const promoted = await call(manager, `PUT /users/permission?email=${USER}&can_manage=true`);
  expect(promoted.json()).toMatchObject({ email: USER, can_manage: true });
  expect((await call(user, "POST /users?email=a@harbor.example")).statusCode).toBe(201);
  await call(manager, `PUT /users/permission?email=${USER}&can_manage=false`);
  expect(await lastAudit()).toMatchObject({
    action: "changePermission",
    target: `user ${USER}`,
    before: { can_manage: true },
    after: { can_manage: false },
  });
  expect((await call(user, "POST /users?email=b@harbor.example")).statusCode).toBe(403);
});

// @spec 227.2, 227.3
test("users cannot change their own rights, and the provider's users stay managers", async () => {
  const own = await call(await as(MANAGER), `PUT /users/permission?email=${MANAGER}&can_manage=false`);
  expect([own.statusCode, detailOf(own)]).toEqual([409, "You can't change your own permissions. Ask another manager."]);
  const provider = await call(await as(ADMIN), `PUT /users/permission?email=${STAFF}&can_manage=false`);
  expect([provider.statusCode, detailOf(provider)]).toEqual([409, "Users of Groundcrew are always managers."]);
});

// @spec 227.1, 242.4
test("a deleted user is logged out of every session at once", async () => {
  const user = await as(USER);
  expect((await call(user, "GET /users")).statusCode).toBe(200);
  expect((await call(await as(MANAGER), `DELETE /users?email=${USER}`)).statusCode).toBe(204);
  expect((await call(user, "GET /users")).statusCode).toBe(401);
  expect(await lastAudit()).toMatchObject({ action: "deleteUser", target: `user ${USER}`, org_id: orgs.harbor });
});

test("users cannot delete themselves, and only admins delete admins", async () => {
  const own = await call(await as(MANAGER), `DELETE /users?email=${MANAGER}`);
  expect([own.statusCode, detailOf(own)]).toEqual([409, "You can't delete your own account. Ask another manager."]);
  const admin = await call(await as(STAFF), `DELETE /users?email=${ADMIN}`);
  expect([admin.statusCode, detailOf(admin)]).toEqual([403, "Only an admin may delete an admin."]);
});

test("when admins delete each other at once, one stays", async () => {
  const SECOND = "second@groundcrew.example";
  await addUser(SECOND, orgs.provider, { can_admin: true });
  const [first, second] = [await as(ADMIN), await as(SECOND)];
  const replies = await Promise.all([
    call(first, `DELETE /users?email=${SECOND}`),
    call(second, `DELETE /users?email=${ADMIN}`),
  ]);
  expect(replies.filter(({ statusCode }) => statusCode === 204)).toHaveLength(1);
  const admins = await db.selectFrom("users").select("email").where("can_admin", "=", true).execute();
  expect(admins).toHaveLength(1);
});

test("an ordinary user is refused what only managers may do", async () => {
  const user = await as(USER);
  for (const line of [
    "POST /users?email=x@harbor.example",
    `PUT /users/permission?email=${MANAGER}&can_manage=false`,
    `DELETE /users?email=${MANAGER}`,
  ]) {
    expect((await call(user, line)).statusCode).toBe(403);
    expect((await call(NOBODY, line)).statusCode).toBe(401);
  }
  expect((await call(NOBODY, "GET /users")).statusCode).toBe(401);
});

test("for a manager a user of another organization does not exist", async () => {
  for (const who of [await as(MANAGER), await as(STAFF)]) {
    for (const [line, email] of [
      ["DELETE /users?email=", OTHER],
      ["PUT /users/permission?can_manage=true&email=", OTHER],
    ] as const) {
      const foreign = await call(who, line + email);
      const unknown = await call(who, `${line}nobody@skyline.example`);
      expect(foreign.statusCode).toBe(404);
      expect(foreign.body).toBe(unknown.body);
    }
    expect((await call(who, `POST /users?email=x@x.example&org_id=${orgs.skyline}`)).statusCode).toBe(404);
  }
  expect(await listed(await as(ADMIN), `?org_id=${orgs.skyline}`)).toHaveLength(1);
});

test("an invalid query is refused with the name of its field", async () => {
  const reply = await call(await as(MANAGER), "POST /users?email=nonsense&org=1");
  expect(reply.statusCode).toBe(422);
  expect(detailOf(reply)).toEqual(
    expect.arrayContaining([
      { field: "email", message: "Enter a valid email address." },
      { field: "org", message: "This field is unknown." },
    ]),
  );
});
