import { DAY_MS, MINUTE_MS } from "@groundcrew/shared/lib";
import { dayIn } from "@groundcrew/shared/organizations";
import pino from "pino";
import { beforeEach, expect, test } from "vitest";
import { accountsRig, NOBODY, ORIGIN, PASSWORD, type Who } from "../../test/accounts-rig.ts";
import { emptyTables } from "../../test/database.ts";
import { mailServer } from "../../test/mail-server.ts";
import { runHandler } from "../../test/run-handler.ts";
import { inTransaction } from "../platform/db/index.ts";
import { openMailer } from "../platform/mail/index.ts";
import { hashPassword } from "../sessions/index.ts";
import { requiredStepMails } from "./index.ts";
import { addStepMails } from "./step-mails.ts";

const { db, clock, orgs, addUser, as, call, lastAudit } = await accountsRig({ hasTwoServers: true });
const MANAGER = "manager@harbor.example";
const USER = "user@harbor.example";
const password_hash = await hashPassword(PASSWORD);
const START = Date.parse("2026-12-01T08:00:00.000Z");

let user: Who = NOBODY;
let manager: Who = NOBODY;

beforeEach(async () => {
  await emptyTables(db, ["users", "throttles", "jobs", "api_keys", "channel_tests"]);
  await db.updateTable("organizations").set({ second_step_from: null }).execute();
  clock.ms = START;
  await addUser(MANAGER, orgs.harbor, { password_hash, can_manage: true });
  await addUser(USER, orgs.harbor, { password_hash });
  await addUser("user@skyline.example", orgs.skyline);
  await addUser("admin@groundcrew.example", orgs.provider, { can_manage: true, can_admin: true });
  [user, manager] = [await as(USER), await as(MANAGER)];
});

const save = (payload: { from: string | null; expected: string | null }, who = manager, query = "") =>
  call(who, `PUT /organizations/second-step${query}`, { payload });
/** Changes what is stored, whatever that is. */
async function requireFrom(from: string | null, who = manager, query = "") {
  const { second_step_from: expected } = await db
    .selectFrom("organizations")
    .select("second_step_from")
    .where("id", "=", orgs.harbor)
    .executeTakeFirstOrThrow();
  return save({ from, expected }, who, query);
}
const rule = async () => (await call(manager, "GET /organizations/second-step")).json();
const idOf = async (email: string) =>
  (await db.selectFrom("users").select("id").where("email", "=", email).executeTakeFirstOrThrow()).id;

async function addPasskey(email: string): Promise<number> {
  const key = {
    credential_id: `key of ${email}`,
    public_key: new Uint8Array(),
    counter: 0,
    transports: [],
    name: "Key",
  };
  await db
    .insertInto("passkeys")
    .values({ user_id: await idOf(email), ...key })
    .execute();
  return (await db.selectFrom("passkeys").select("id").orderBy("id", "desc").executeTakeFirstOrThrow()).id;
}

async function addApp(email: string): Promise<void> {
  await db
    .insertInto("totp_apps")
    .values({ user_id: await idOf(email), sealed: new Uint8Array(), last_step: 0 })
    .execute();
}

const mails = async () =>
  (await db.selectFrom("jobs").select("payload").where("kind", "=", "required_step_mail").orderBy("id").execute()).map(
    ({ payload }) => payload,
  );

test("before the day, those without a second factor are warned, and may do everything", async () => {
  expect((await requireFrom("2026-12-15")).json()).toEqual({ from: "2026-12-15", users: 2, without: 2 });
  const { user: shown } = (await call(user, "GET /sessions/current")).json();
  expect(shown.required_step).toEqual({ from: "2026-12-15", is_due: false });
  expect((await call(user, "GET /users")).statusCode).toBe(200);
  const elsewhere = await as("user@skyline.example");
  expect((await call(elsewhere, "GET /sessions/current")).json().user).not.toHaveProperty("required_step");
});

test("from the first moment of the day on, a session reaches its own account alone, until a second factor is set up", async () => {
  await requireFrom("2026-12-15");
  clock.ms = Date.parse("2026-12-15T00:00:00.000Z") - MINUTE_MS;
  [user, manager] = [await as(USER), await as(MANAGER)];
  clock.ms += MINUTE_MS - 1;
  expect((await call(user, "GET /users")).statusCode).toBe(200);
  clock.ms += 1;
  const refused = await call(user, "GET /users");
  expect([refused.statusCode, refused.json().detail]).toEqual([403, expect.stringMatching(/requires a second step/)]);
  expect((await call(manager, "DELETE /users?email=user@harbor.example")).statusCode).toBe(403);
  expect(await lastAudit()).toMatchObject({ actor: MANAGER, action: "refuseDeleteUser", after: { status: 403 } });
  expect((await call(user, "GET /account")).statusCode).toBe(200);
  const { user: shown } = (await call(user, "GET /sessions/current")).json();
  expect(shown.required_step).toEqual({ from: "2026-12-15", is_due: true });
  expect((await call(user, "POST /account/passkeys/challenge")).statusCode).toBe(200);
  await addPasskey(USER);
  await expect.poll(async () => (await call(user, "GET /users")).statusCode).toBe(200);
  expect((await call(manager, "GET /users")).statusCode).toBe(403);
});

test("a login after that day gives such a session too, and a new user sets one up at their first", async () => {
  await requireFrom("2026-12-01");
  await addUser("new@harbor.example", orgs.harbor, { password_hash });
  const reply = await call(NOBODY, "POST /sessions/current", {
    payload: { email: "new@harbor.example", password: PASSWORD },
  });
  expect([reply.statusCode, reply.json().user.required_step]).toEqual([201, { from: "2026-12-01", is_due: true }]);
  const fresh = await as("new@harbor.example");
  expect((await call(fresh, "GET /users")).statusCode).toBe(403);
  expect((await call(fresh, "POST /account/app/setup")).statusCode).toBe(200);
});

test("once it is switched off, everything is as before", async () => {
  await addPasskey(MANAGER);
  manager = await as(MANAGER);
  await requireFrom("2026-12-01");
  expect((await call(user, "GET /users")).statusCode).toBe(403);
  expect((await requireFrom(null)).statusCode).toBe(200);
  expect((await call(user, "GET /users")).statusCode).toBe(200);
  expect(await lastAudit()).toMatchObject({
    action: "changeStepRule",
    target: `organization ${orgs.harbor}`,
    before: { from: "2026-12-01" },
    after: { from: null },
  });
});

test("managers decide for their own organization, and admins for each", async () => {
  const elsewhere = `?org_id=${orgs.skyline}`;
  expect((await requireFrom("2026-12-15", user)).statusCode).toBe(403);
  expect((await requireFrom("2026-12-15", manager, elsewhere)).statusCode).toBe(404);
  const admin = await as("admin@groundcrew.example");
  expect((await requireFrom("2026-12-15", admin, elsewhere)).json()).toEqual({
    from: "2026-12-15",
    users: 1,
    without: 1,
  });
  expect((await call(admin, "GET /organizations")).json()).toEqual([
    { id: orgs.provider, name: "Groundcrew" },
    { id: orgs.harbor, name: "Harbor Air" },
    { id: orgs.skyline, name: "Skyline Logistics", second_step_from: "2026-12-15" },
  ]);
});

test.each([
  [-1, 422],
  [0, 200],
  [365, 200],
  [366, 422],
])("a day %d days ahead is answered with %d", async (days, status) => {
  expect((await requireFrom(dayIn(days, START))).statusCode).toBe(status);
});

test("a day that is over may stay, but not come back", async () => {
  await requireFrom("2026-12-02");
  await addApp(MANAGER);
  clock.ms += 2 * DAY_MS;
  manager = await as(MANAGER);
  expect((await requireFrom("2026-12-02")).statusCode).toBe(200);
  expect((await requireFrom(null)).statusCode).toBe(200);
  expect((await requireFrom("2026-12-02")).statusCode).toBe(422);
});

test("who has seen another day than the one that is stored changes nothing, and learns why", async () => {
  await addApp(MANAGER);
  manager = await as(MANAGER);
  expect((await save({ from: "2026-12-15", expected: null })).statusCode).toBe(200);
  const late = await save({ from: null, expected: null });
  expect(late.statusCode).toBe(412);
  expect(late.json().detail).toBe("Someone changed this requirement. Nothing was saved; load it again.");
  expect((await rule()).from).toBe("2026-12-15");
  expect((await save({ from: "2026-12-15", expected: null })).statusCode).toBe(200);
  expect((await save({ from: null, expected: "2026-12-15" })).statusCode).toBe(200);
});

test("an organization changes it five times an hour, and one that changes nothing counts for nothing", async () => {
  for (let change = 0; change < 5; change += 1) {
    expect((await requireFrom(dayIn(20 + change, START))).statusCode).toBe(200);
    expect((await requireFrom(dayIn(20 + change, START))).statusCode).toBe(200);
  }
  const refused = await requireFrom(null);
  expect([refused.statusCode, refused.json().detail]).toEqual([
    429,
    expect.stringMatching(/^An organization may change this 5 times an hour\. Try again in/),
  ]);
  expect((await rule()).from).toBe(dayIn(24, START));
});

test("those without one get an email when it is required, 7 days and 1 day before, each once, from any number of servers", async () => {
  await addPasskey(MANAGER);
  manager = await as(MANAGER);
  const work = () => inTransaction(db, (tx) => addStepMails(tx, { now: clock.ms }));
  const everywhere = () => Promise.all([work(), work(), work()]);
  await requireFrom("2026-12-15");
  const mail = { to: USER, organization: "Harbor Air", from: "2026-12-15" };
  await everywhere();
  expect(await mails()).toEqual([mail]);
  clock.ms = Date.parse("2026-12-07T23:59:59.999Z");
  await everywhere();
  expect(await mails()).toHaveLength(1);
  clock.ms += 1;
  await everywhere();
  expect(await mails()).toEqual([mail, mail]);
  clock.ms = Date.parse("2026-12-14T00:00:00.000Z");
  await everywhere();
  await everywhere();
  expect(await mails()).toEqual([mail, mail, mail]);
  clock.ms += 2 * DAY_MS;
  await everywhere();
  expect(await mails()).toHaveLength(3);
});

test("a day that is near has one email, another day has a new one, and a new user gets the first one", async () => {
  const work = () => inTransaction(db, (tx) => addStepMails(tx, { now: clock.ms }));
  await addApp(MANAGER);
  manager = await as(MANAGER);
  await requireFrom("2026-12-02");
  await work();
  expect(await mails()).toMatchObject([{ from: "2026-12-02" }]);
  await requireFrom("2026-12-20");
  await addUser("new@harbor.example", orgs.harbor);
  await work();
  expect(await mails()).toMatchObject([
    { to: USER, from: "2026-12-02" },
    { to: USER, from: "2026-12-20" },
    { to: "new@harbor.example", from: "2026-12-20" },
  ]);
});

test("the email says who requires it from when, and links to the account", async () => {
  const smtp = await mailServer();
  const from = "Groundcrew <console@groundcrew.example>";
  const mailer = openMailer({ smtpUrl: smtp.url, from, dataDir: "", log: pino({ level: "silent" }) });
  await runHandler(requiredStepMails({ mailer, origin: ORIGIN, product: "Groundcrew" }), {
    to: USER,
    organization: "Harbor Air",
    from: "2026-12-15",
  });
  const [mail] = smtp.mails;
  expect(mail?.to).toEqual([USER]);
  const text = mail?.raw.replaceAll("=\r\n", "").replaceAll("\r\n ", " ");
  expect(text).toContain("Subject: Harbor Air requires a second step for Groundcrew from 2026-12-15");
  expect(text).toContain(`${ORIGIN}/account`);
});

test("where it is required, the last second factor stays, and others may go", async () => {
  const passkey = await addPasskey(USER);
  await addApp(USER);
  await requireFrom("2026-12-15");
  user = await as(USER);
  expect((await call(user, "DELETE /account/app")).statusCode).toBe(204);
  const refused = await call(user, `DELETE /account/passkeys/${passkey}`);
  expect([refused.statusCode, refused.json().detail]).toEqual([
    409,
    "Harbor Air requires a second step. Add another before you remove your only one.",
  ]);
  await addApp(USER);
  expect((await call(user, `DELETE /account/passkeys/${passkey}`)).statusCode).toBe(204);
  expect((await call(user, "DELETE /account/app")).statusCode).toBe(409);
  expect((await call(user, "GET /account")).json()).toMatchObject({ second_step_from: "2026-12-15" });
  await requireFrom(null);
  expect((await call(user, "DELETE /account/app")).statusCode).toBe(204);
});

test("of two that are removed at once, one stays", async () => {
  const passkey = await addPasskey(USER);
  await addApp(USER);
  await requireFrom("2026-12-15");
  user = await as(USER);
  const replies = await Promise.all([
    call(user, "DELETE /account/app"),
    call(user, `DELETE /account/passkeys/${passkey}`),
  ]);
  expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([204, 409]));
});

test("the number of users without one counts accounts alone", async () => {
  await addPasskey(USER);
  await addPasskey("user@skyline.example");
  await call(manager, "POST /users?email=invited@harbor.example");
  expect(await rule()).toEqual({ from: null, users: 2, without: 1 });
  const all = (
    await call(await as("admin@groundcrew.example"), "GET /organizations?include_users_without=true")
  ).json();
  expect(all).toContainEqual({ id: orgs.harbor, name: "Harbor Air", users_without: 1 });
  expect(all).toContainEqual({ id: orgs.skyline, name: "Skyline Logistics", users_without: 0 });
});
