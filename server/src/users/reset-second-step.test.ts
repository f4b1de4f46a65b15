import { CONFIRM_HEADER, CONFIRMED_FOR_MS } from "@groundcrew/shared/contract";
import { STEP_RESETS_AN_HOUR } from "@groundcrew/shared/users";
import { sql } from "kysely";
import { TOTP, URI } from "otpauth";
import pino from "pino";
import { beforeEach, expect, test } from "vitest";
import { accountsRig, cookiesOf, NOBODY, ORIGIN, PASSWORD } from "../../test/accounts-rig.ts";
import { authenticatorAt } from "../../test/authenticator.ts";
import { emptyTables } from "../../test/database.ts";
import { mailServer } from "../../test/mail-server.ts";
import { runHandler } from "../../test/run-handler.ts";
import { waitingForLocks } from "../../test/waiting-for-locks.ts";
import { openMailer } from "../platform/mail/index.ts";
import { hashPassword } from "../sessions/index.ts";
import { factorChangedMails } from "./index.ts";

const { db, clock, now, orgs, addUser, as, call, lastAudit } = await accountsRig();
const ADMIN = "admin@groundcrew.example";
const OTHER_ADMIN = "second@groundcrew.example";
const STAFF = "staff@groundcrew.example";
const MANAGER = "manager@harbor.example";
const USER = "user@harbor.example";
const OTHER = "user@skyline.example";
const password_hash = await hashPassword(PASSWORD);

beforeEach(async () => {
  clock.ms = Date.parse("2026-12-01T08:00:00.000Z");
  await emptyTables(db, ["users", "invitations", "jobs", "throttles", "channel_tests"]);
  await db.updateTable("organizations").set({ second_step_from: null }).execute();
  await addUser(ADMIN, orgs.provider, { can_admin: true });
  await addUser(OTHER_ADMIN, orgs.provider, { can_admin: true });
  await addUser(STAFF, orgs.provider);
  await addUser(MANAGER, orgs.harbor, { can_manage: true });
  await addUser(USER, orgs.harbor, { password_hash });
  await addUser(OTHER, orgs.skyline);
});

/** Gives a user an app, a passkey and a recovery code, and as many wrong codes that no code is accepted any more. */
async function addFactors(email: string): Promise<void> {
  const { id: user_id } = await db
    .selectFrom("users")
    .select("id")
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  await db
    .insertInto("totp_apps")
    .values({ user_id, sealed: Buffer.alloc(40), last_step: 0 })
    .execute();
  const key = { credential_id: email, public_key: Buffer.alloc(1), counter: 0, transports: [], name: "Laptop" };
  await db
    .insertInto("passkeys")
    .values({ user_id, ...key })
    .execute();
  await db
    .insertInto("recovery_codes")
    .values({ user_id, code_hash: Buffer.alloc(32) })
    .execute();
  await db.insertInto("step_failures").values({ user_id, failures: 100 }).execute();
}

const factorsLeft = async () => {
  const tables = ["totp_apps", "passkeys", "recovery_codes", "step_failures"] as const;
  return Promise.all(tables.map(async (table) => (await db.selectFrom(table).select("user_id").execute()).length));
};
const reset = async (who: string, email = USER) => call(await as(who), `DELETE /users/second-step?email=${email}`);
const logIn = () => call(NOBODY, "POST /sessions/current", { payload: { email: USER, password: PASSWORD } });

test("a manager resets the second step of a user, who is logged out, and logs in with the password alone", async () => {
  await addFactors(USER);
  const lost = await as(USER);
  expect((await logIn()).statusCode).toBe(202);
  expect((await reset(MANAGER)).statusCode).toBe(204);
  expect(await factorsLeft()).toEqual([0, 0, 0, 0]);
  expect((await call(lost, "GET /account")).statusCode).toBe(401);
  expect(await db.selectFrom("pending_logins").select("user_id").execute()).toEqual([]);
  expect(await lastAudit()).toMatchObject({
    actor: MANAGER,
    action: "resetSecondStep",
    target: `user ${USER}`,
    org_id: orgs.harbor,
    before: { passkeys: 1, app: true },
    after: { ended: 1 },
  });
  expect((await logIn()).statusCode).toBe(201);
});

test("where a second factor is required, they reach only their own account until they have set up a new one", async () => {
  await db.updateTable("organizations").set({ second_step_from: "2026-12-01" }).where("id", "=", orgs.harbor).execute();
  await addFactors(USER);
  await addFactors(MANAGER);
  expect((await reset(MANAGER)).statusCode).toBe(204);
  const here = { cookie: cookiesOf(await logIn()) };
  expect((await call(here, "GET /sessions/current")).json().user.required_step).toMatchObject({ is_due: true });
  expect((await call(here, "GET /account")).statusCode).toBe(200);
  expect((await call(here, "POST /account/app/setup")).statusCode).toBe(200);
  expect((await call(here, "GET /users")).statusCode).toBe(403);
});

test.each<[string, string, string, number]>([
  ["a user", USER, MANAGER, 403],
  ["a manager, of another organization's user", MANAGER, OTHER, 404],
  ["a manager, of nobody", MANAGER, "nobody@harbor.example", 404],
  ["a manager, of themselves", MANAGER, MANAGER, 409],
  ["staff, of an admin", STAFF, ADMIN, 403],
  ["staff, of a customer's user", STAFF, USER, 404],
  ["an admin, of themselves", ADMIN, ADMIN, 409],
  ["an admin, of another admin", ADMIN, OTHER_ADMIN, 204],
  ["an admin, of staff", ADMIN, STAFF, 204],
  ["an admin, of a customer's manager", ADMIN, MANAGER, 204],
])("%s", async (_, who, email, status) => {
  if (email !== "nobody@harbor.example") await addFactors(email);
  expect((await reset(who, email)).statusCode).toBe(status);
  const left = status === 204 || email === "nobody@harbor.example" ? 0 : 1;
  expect(await factorsLeft()).toEqual([left, left, left, left]);
});

test("somebody who has no second step, or is only invited, is left alone", async () => {
  const none = await reset(MANAGER);
  expect([none.statusCode, none.json().detail]).toEqual([409, `${USER} has no second step.`]);
  await call(await as(MANAGER), "POST /users?email=new@harbor.example");
  expect((await reset(MANAGER, "new@harbor.example")).statusCode).toBe(404);
});

test("somebody whose session is ended by it does not add a second factor that waits for it", async () => {
  await addFactors(USER);
  const lost = await as(USER);
  const { setup, uri } = (await call(lost, "POST /account/app/setup")).json();
  const app = URI.parse(uri);
  const { challenge } = (await call(lost, "POST /account/passkeys/challenge")).json();
  const passkey = { name: "Laptop", ...authenticatorAt("http://localhost:4000").make(challenge) };
  const payload = { setup, code: app instanceof TOTP ? app.generate({ timestamp: clock.ms }) : "" };
  const queue: PromiseLike<{ statusCode: number }>[] = [];
  await db.transaction().execute(async (tx) => {
    await tx.selectFrom("users").select("id").where("email", "=", USER).forUpdate().execute();
    const begin = async (reply: PromiseLike<{ statusCode: number }>) => {
      // It begins with the first `then`.
      queue.push(Promise.resolve(reply));
      await expect.poll(() => waitingForLocks(db)).toBe(queue.length);
    };
    await begin(reset(MANAGER));
    await begin(call(lost, "PUT /account/app", { payload }));
    await begin(call(lost, "POST /account/passkeys", { payload: passkey }));
  });
  const replies = await Promise.all(queue);
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([204, 401, 401]);
  expect(await factorsLeft()).toEqual([0, 0, 0, 0]);
});

test("it needs a proof of the last ten minutes, also of a manager without a second factor", async () => {
  await addFactors(USER);
  const manager = await as(MANAGER);
  clock.ms += CONFIRMED_FOR_MS;
  const late = await call(manager, `DELETE /users/second-step?email=${USER}`);
  expect([late.statusCode, late.headers[CONFIRM_HEADER]]).toEqual([428, "1"]);
});

test("an organization resets a limited number an hour, also if an admin does it", async () => {
  await addFactors(USER);
  await sql`insert into channel_tests (org_id, action, at)
    select ${orgs.harbor}, 'second-step reset', clock_timestamp() from generate_series(1, ${STEP_RESETS_AN_HOUR}::integer)`.execute(
    db,
  );
  for (const who of [MANAGER, ADMIN]) expect((await reset(who)).statusCode).toBe(429);
  expect(await factorsLeft()).toEqual([1, 1, 1, 1]);
});

test.each([
  [MANAGER, MANAGER],
  [ADMIN, "Groundcrew Support"],
])("the email about a reset by %s names %s, and says what to do", async (who, named) => {
  await addFactors(USER);
  await reset(who);
  const [job] = await db.selectFrom("jobs").select(["kind", "payload"]).execute();
  expect(job).toMatchObject({ kind: "factor_changed_mail", payload: { email: USER, change: "reset" } });
  const smtp = await mailServer();
  const from = "Groundcrew <console@groundcrew.example>";
  const mailer = openMailer({ smtpUrl: smtp.url, from, dataDir: "", log: pino({ level: "silent" }) });
  await runHandler(factorChangedMails({ db, mailer, origin: ORIGIN, product: "Groundcrew", now }), job?.payload);
  const text = smtp.mails[0]?.raw.replaceAll("=\r\n", "");
  expect(text).toContain(`were removed from your account at Groundcrew on 2026-12-01 08:00 UTC by ${named}.`);
  expect(text).toContain(`If you asked for this, log in and set up a new second step.`);
});
