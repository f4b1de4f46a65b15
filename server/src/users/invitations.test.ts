import { HOUR_MS } from "@groundcrew/shared/lib";
import pino from "pino";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { accountsRig, NOBODY, ORIGIN, type Who } from "../../test/accounts-rig.ts";
import { startJobs } from "../platform/jobs/index.ts";
import { invitationMails, passwordMails } from "./index.ts";
import { emptyTables } from "../../test/database.ts";

const { db, url, clock, now, orgs, addUser, as, call, lastAudit } = await accountsRig();
const sent: { to: string; subject: string; text: string }[] = [];
const mailer = { send: async (mail: (typeof sent)[number]) => void sent.push(mail) };
const mails = { db, mailer, origin: ORIGIN, product: "Groundcrew", now };
const log = pino({ level: "silent" });
const jobs = startJobs({ db, url, log, handlers: [invitationMails(mails), passwordMails(mails)] });
afterAll(() => jobs.stop());

const ADMIN = "admin@groundcrew.example";
const MANAGER = "manager@harbor.example";
const USER = "user@harbor.example";
/** An address of the same length has the same position in every list. */
const FOREIGN = "guest-a@skyline.example";
const UNKNOWN = "guest-b@skyline.example";
const NEW_PASSWORD = "seven purple kettles humming";
const LIFETIME_MS = 72 * HOUR_MS;

beforeEach(async () => {
  await emptyTables(db, ["invitations", "users", "throttles"]);
  sent.length = 0;
  clock.ms = Date.parse("2026-11-21T10:00:00.000Z");
  await addUser(ADMIN, orgs.provider, { can_admin: true });
  await addUser(MANAGER, orgs.harbor, { can_manage: true });
  await addUser(USER, orgs.harbor);
  await addUser(FOREIGN, orgs.skyline, { password_hash: "set" });
});

// An email that is still being sent must not affect the next test.
afterEach(settled);

function invited(email: string) {
  const times = { sent: "2026-11-21T10:00:00.000Z", expires: "2026-11-24T10:00:00.000Z", failure: null };
  return { email, can_manage: false, organization: "Harbor Air", org_id: orgs.harbor, invitation: times };
}

async function listedOf(who: Who, email: string): Promise<unknown> {
  const users: { email: string }[] = (await call(who, "GET /users")).json();
  return users.find((user) => user.email === email);
}

/** Waits until the queue has no pending jobs. */
async function settled(): Promise<void> {
  const open = () => db.selectFrom("jobs").select("id").where("ended", "is", null).execute();
  await expect.poll(open).toEqual([]);
}

async function codeFor(email: string): Promise<string> {
  await settled();
  const text = sent.findLast(({ to }) => to === email)?.text ?? "";
  return /code=([\w-]+)/.exec(text)?.[1] ?? "";
}

function accept(email: string, code: string) {
  return call(NOBODY, `PUT /users/password?code=${code}`, { payload: { email, password: NEW_PASSWORD } });
}

function accountOf(email: string) {
  return db.selectFrom("users").select(["org_id", "can_manage"]).where("email", "=", email).execute();
}

test.each([
  [ADMIN, "Groundcrew Support", ADMIN],
  [MANAGER, MANAGER, "Groundcrew Support"],
])("an invitation by %s to a customer's organization names who invites, but no staff", async (who, inviter, other) => {
  const reply = await call(await as(who), `POST /users?email=new@harbor.example&org_id=${orgs.harbor}`);
  expect(reply.statusCode).toBe(201);
  await settled();
  const [mail] = sent;
  expect(mail?.text).toContain(`${inviter} has invited you`);
  expect(mail?.text).not.toContain(other);
});

// @spec 9.4, 242.2
test("a manager invites into their own organization, where the invitation is listed", async () => {
  const manager = await as(MANAGER);
  const reply = await call(manager, "POST /users?email=New@Harbor.example");
  expect([reply.statusCode, reply.json()]).toEqual([201, invited("new@harbor.example")]);
  expect(await listedOf(manager, "new@harbor.example")).toEqual(invited("new@harbor.example"));
  const audit = { actor: MANAGER, action: "inviteUser", target: "user new@harbor.example", org_id: orgs.harbor };
  expect(await lastAudit()).toMatchObject(audit);
  await settled();
  expect(sent).toMatchObject([{ to: "new@harbor.example", subject: "Your invitation to Groundcrew" }]);
});

/** Everything that a manager can read about an invitation until it ends, without the address. */
async function seenOf(email: string): Promise<unknown[]> {
  const early = [
    `POST /users?email=${email}`,
    "GET /users",
    `POST /users?email=${email}`,
    `PUT /users/permission?email=${email}&can_manage=true`,
    `PUT /users/permission?email=${email}&can_manage=false&org_id=${orgs.harbor}`,
    "GET /users",
    "GET /organizations",
    "GET /apikeys",
    "GET /sessions/current",
    `POST /users?email=${email}&org_id=${orgs.skyline}`,
    `DELETE /users?email=${email}&org_id=${orgs.skyline}`,
  ];
  const late = [
    "GET /users",
    `POST /users?email=${email}`,
    "GET /users",
    `DELETE /users?email=${email}`,
    `DELETE /users?email=${email}`,
    "GET /users",
  ];
  const responses = await replies(early, email);
  clock.ms += LIFETIME_MS;
  return [...responses, ...(await replies(late, email))];
}

async function replies(lines: string[], email: string): Promise<unknown[]> {
  const manager = await as(MANAGER);
  const responses: unknown[] = [];
  for (const line of lines) {
    const reply = await call(manager, line);
    const plain = [line, reply.body].map((text) => text.replaceAll(email, "GUEST").replace(/"request_id":"[^"]*"/, ""));
    responses.push([...plain, reply.statusCode, Object.keys(reply.headers)]);
    // An invitation that is withdrawn before its email is sent is not emailed.
    await settled();
  }
  return responses;
}

test("the inviting user sees no difference between an unknown address and one with an account elsewhere", async () => {
  const began = clock.ms;
  const unknown = await seenOf(UNKNOWN);
  clock.ms = began;
  const foreign = await seenOf(FOREIGN);
  expect(foreign).toEqual(unknown);
  expect(unknown[0]).toEqual(["POST /users?email=GUEST", JSON.stringify(invited("GUEST")), 201, expect.anything()]);
});

test("an invitation to an account in another organization only sends its owner an email without a link", async () => {
  const before = await db.selectFrom("users").selectAll().where("email", "=", FOREIGN).execute();
  await seenOf(FOREIGN);
  expect(await db.selectFrom("users").selectAll().where("email", "=", FOREIGN).execute()).toEqual(before);
  expect(sent.map(({ to }) => to)).toEqual([FOREIGN, FOREIGN]);
  for (const { text } of sent) {
    expect(text).toContain("You already have an account with this address in another organization");
    expect(text).not.toContain("code=");
  }
});

test("an invitation is sent again after 5 minutes, and until then the reply says how long to wait", async () => {
  const manager = await as(MANAGER);
  const invite = `POST /users?email=${UNKNOWN}`;
  expect((await call(manager, invite)).statusCode).toBe(201);
  clock.ms += 60_000;
  // More attempts than the throttle allows: those that send nothing are not counted.
  for (let attempt = 0; attempt < 5; attempt++) {
    const early = await call(manager, invite);
    expect([early.statusCode, early.headers["retry-after"], early.json().detail]).toEqual([
      429,
      "240",
      `${UNKNOWN} was invited less than 5 minutes ago. Wait before you send another invitation.`,
    ]);
  }
  expect(await listedOf(manager, UNKNOWN)).toEqual(invited(UNKNOWN));
  await settled();
  expect(sent).toHaveLength(1);
  clock.ms += 240_000;
  expect((await call(manager, invite)).json()).toMatchObject({ invitation: { sent: "2026-11-21T10:05:00.000Z" } });
  await settled();
  expect(sent).toHaveLength(2);
});

test("an address gets at most three invitations in a row from one organization, even if each is withdrawn", async () => {
  const manager = await as(MANAGER);
  const statuses: number[] = [];
  for (let round = 0; round < 4; round++) {
    statuses.push((await call(manager, `POST /users?email=${UNKNOWN}`)).statusCode);
    await call(manager, `DELETE /users?email=${UNKNOWN}`);
  }
  expect(statuses).toEqual([201, 201, 201, 429]);
  expect((await call(manager, `POST /users?email=guest-c@skyline.example`)).statusCode).toBe(201);
  clock.ms += 300_000;
  expect((await call(manager, `POST /users?email=${UNKNOWN}`)).statusCode).toBe(201);
});

test("a person who accepts gets an account as it was prepared, and is no longer listed as invited", async () => {
  const manager = await as(MANAGER);
  await call(manager, `POST /users?email=${UNKNOWN}`);
  await call(manager, `PUT /users/permission?email=${UNKNOWN}&can_manage=true`);
  expect(await accountOf(UNKNOWN)).toEqual([]);
  const code = await codeFor(UNKNOWN);
  expect((await accept(FOREIGN, code)).statusCode).toBe(404);
  const replies = await Promise.all([accept(UNKNOWN, code), accept(UNKNOWN, code)]);
  expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([204, 404]);
  expect(await accountOf(UNKNOWN)).toEqual([{ org_id: orgs.harbor, can_manage: true }]);
  expect(await listedOf(manager, UNKNOWN)).toMatchObject({ can_manage: true, invitation: null });
});

test("accepting one of two organizations' invitations does not change the other", async () => {
  const manager = await as(MANAGER);
  await call(await as(ADMIN), `POST /users?email=${UNKNOWN}&org_id=${orgs.skyline}`);
  const skyline = await codeFor(UNKNOWN);
  await call(manager, `POST /users?email=${UNKNOWN}`);
  const harbor = await codeFor(UNKNOWN);
  expect((await accept(UNKNOWN, skyline)).statusCode).toBe(204);
  expect((await accept(UNKNOWN, harbor)).statusCode).toBe(404);
  expect(await accountOf(UNKNOWN)).toMatchObject([{ org_id: orgs.skyline }]);
  expect(await listedOf(manager, UNKNOWN)).toEqual(invited(UNKNOWN));
});

test("an admin who withdraws an invitation does not change the account in another organization", async () => {
  await call(await as(MANAGER), `POST /users?email=${FOREIGN}`);
  const admin = await as(ADMIN);
  const line = `DELETE /users?email=${FOREIGN}&org_id=${orgs.harbor}`;
  expect((await call(admin, line)).statusCode).toBe(204);
  expect((await call(admin, line)).statusCode).toBe(404);
  expect(await accountOf(FOREIGN)).toHaveLength(1);
});

test("inviting again after a while sends another email and restarts the period", async () => {
  const manager = await as(MANAGER);
  await call(manager, `POST /users?email=${UNKNOWN}`);
  const first = await codeFor(UNKNOWN);
  clock.ms += LIFETIME_MS;
  expect((await accept(UNKNOWN, first)).statusCode).toBe(404);
  const again = await call(await as(MANAGER), `POST /users?email=${UNKNOWN}`);
  expect(again.json().invitation.expires).toBe("2026-11-27T10:00:00.000Z");
  const second = await codeFor(UNKNOWN);
  expect((await accept(UNKNOWN, first)).statusCode).toBe(404);
  expect((await accept(UNKNOWN, second)).statusCode).toBe(204);
});

test("a password request from an invited person sends the invitation again", async () => {
  await call(await as(MANAGER), `POST /users?email=${UNKNOWN}`);
  await settled();
  clock.ms += HOUR_MS;
  await call(NOBODY, `DELETE /users/password?email=${UNKNOWN}`);
  const code = await codeFor(UNKNOWN);
  expect(sent).toHaveLength(2);
  expect(sent[1]?.text).toContain("until 2026-11-24 10:00 UTC");
  expect((await accept(UNKNOWN, code)).statusCode).toBe(204);
});

test("an invitation that was withdrawn cannot be accepted", async () => {
  const manager = await as(MANAGER);
  await call(manager, `POST /users?email=${UNKNOWN}`);
  const code = await codeFor(UNKNOWN);
  expect((await call(manager, `DELETE /users?email=${UNKNOWN}`)).statusCode).toBe(204);
  expect(await lastAudit()).toMatchObject({ action: "deleteUser", target: `user ${UNKNOWN}`, org_id: orgs.harbor });
  expect((await accept(UNKNOWN, code)).statusCode).toBe(404);
});

// @spec 242.2
test("an admin invites into any organization", async () => {
  const reply = await call(await as(ADMIN), `POST /users?email=new@skyline.example&org_id=${orgs.skyline}`);
  expect(reply.json()).toMatchObject({ organization: "Skyline Logistics" });
});

test("an email of a user whom the caller sees is a conflict, and no email is sent", async () => {
  for (const [who, email] of [
    [MANAGER, USER],
    [ADMIN, FOREIGN],
  ] as const) {
    const reply = await call(await as(who), `POST /users?email=${email}`);
    expect([reply.statusCode, reply.json().detail]).toEqual([
      409,
      `${email} already has an account. They can request a new link with 'Forgot Password?'.`,
    ]);
  }
  await settled();
  expect(sent).toEqual([]);
});

test("inviting one email several times at once creates one invitation", async () => {
  const manager = await as(MANAGER);
  await Promise.all(Array.from({ length: 6 }, () => call(manager, `POST /users?email=${UNKNOWN}`)));
  await settled();
  expect(await db.selectFrom("invitations").select("email").execute()).toHaveLength(1);
  expect((await accept(UNKNOWN, await codeFor(UNKNOWN))).statusCode).toBe(204);
});

test("an invitation repeated with its idempotency key is answered as before", async () => {
  const manager = await as(MANAGER);
  const headers = { "idempotency-key": "invite-1" };
  const first = await call(manager, `POST /users?email=${UNKNOWN}`, { headers });
  clock.ms += HOUR_MS;
  const second = await call(manager, `POST /users?email=${UNKNOWN}`, { headers });
  expect([second.statusCode, second.body]).toEqual([201, first.body]);
});
