import pino from "pino";
import { afterAll, beforeEach, expect, test } from "vitest";
import { accountsRig, ORIGIN, type Who } from "../../test/accounts-rig.ts";
import { emptyTables } from "../../test/database.ts";
import { mailServer } from "../../test/mail-server.ts";
import { runHandler } from "../../test/run-handler.ts";
import { startJobs } from "../platform/jobs/index.ts";
import { openMailer } from "../platform/mail/index.ts";
import { invitationMails } from "./index.ts";

const MANAGER = "manager@harbor.example";
const USER = "user@harbor.example";
const REFUSED = "typo@harbor.example";
const ACCEPTED = "person@harbor.example";
const SENT = "2026-11-21T10:00:00.000Z";

const { db, url, clock, now, orgs, addUser, as, call } = await accountsRig();
const smtp = await mailServer({ refuses: [REFUSED] });
const log = pino({ level: "silent" });
const mailer = (smtpUrl: string) =>
  openMailer({ smtpUrl, from: "console@groundcrew.example", dataDir: "/nowhere", log });
const mails = (smtpUrl: string) =>
  invitationMails({ db, mailer: mailer(smtpUrl), origin: ORIGIN, product: "Groundcrew", now });
const working = mails(smtp.url);
const jobs = startJobs({ db, url, log, handlers: [working] });
afterAll(() => jobs.stop());

beforeEach(async () => {
  await emptyTables(db, ["jobs", "invitations", "users", "throttles"]);
  smtp.mails.length = 0;
  clock.ms = Date.parse(SENT);
  await addUser(MANAGER, orgs.harbor, { can_manage: true });
  await addUser(USER, orgs.harbor);
});

async function failureOf(who: Who, email: string): Promise<unknown> {
  const users: { email: string; invitation: { failure: unknown } }[] = (await call(who, "GET /users")).json();
  return users.find((user) => user.email === email)?.invitation.failure;
}

/** Invites a person whose address works, and waits until the email is recorded as sent. */
async function inviteAccepted(manager: Who): Promise<void> {
  await call(manager, `POST /users?email=${ACCEPTED}`);
  const mailed = () => db.selectFrom("invitations").select("mailed").executeTakeFirstOrThrow();
  await expect.poll(mailed).toEqual({ mailed: SENT });
}

test("managers see what the mail server answered to an invitation's email, until it is sent again", async () => {
  const manager = await as(MANAGER);
  const invite = `POST /users?email=${REFUSED}`;
  expect((await call(manager, invite)).json()).toMatchObject({ invitation: { failure: null } });
  const refused = { at: SENT, reply: "550 No such mailbox" };
  await expect.poll(() => failureOf(manager, REFUSED)).toEqual(refused);
  expect(await failureOf(await as(USER), REFUSED)).toBeNull();
  const changed = await call(manager, `PUT /users/permission?email=${REFUSED}&can_manage=true`);
  expect(changed.json()).toMatchObject({ invitation: { failure: refused } });

  // Not only after five minutes.
  clock.ms += 1_000;
  const again = await call(manager, invite);
  expect([again.statusCode, again.json()]).toMatchObject([201, { invitation: { failure: null } }]);
  await expect.poll(() => failureOf(manager, REFUSED)).toEqual({ ...refused, at: "2026-11-21T10:00:01.000Z" });
});

test("a mail server that cannot be reached has no answer to show, and a later email removes the failure", async () => {
  const manager = await as(MANAGER);
  await inviteAccepted(manager);
  const payload = { email: ACCEPTED, org_id: orgs.harbor };
  clock.ms += 600_000;
  const created = now().toISOString();
  await expect(runHandler(mails("smtp://127.0.0.1:1"), payload, created)).rejects.toThrow("ECONNREFUSED");
  expect(await failureOf(manager, ACCEPTED)).toEqual({ at: "2026-11-21T10:10:00.000Z", reply: null });
  await runHandler(working, payload, created);
  expect(await failureOf(manager, ACCEPTED)).toBeNull();
  expect(smtp.mails).toHaveLength(2);
});

test.for([
  ["mailed by another attempt", (attempt: () => Promise<void>) => attempt()],
  [
    "sent again",
    () => db.updateTable("invitations").set({ sent: now().toISOString() }).where("email", "=", ACCEPTED).execute(),
  ],
] as const)("an attempt that fails late does not mark an invitation that was meanwhile %s", async ([, meanwhile]) => {
  const manager = await as(MANAGER);
  await inviteAccepted(manager);
  const payload = { email: ACCEPTED, org_id: orgs.harbor };
  clock.ms += 600_000;
  const created = now().toISOString();
  async function send(): Promise<never> {
    clock.ms += 1_000;
    await meanwhile(() => runHandler(working, payload, created));
    throw new Error("The mail server did not answer in time.");
  }
  const late = invitationMails({ db, mailer: { send }, origin: ORIGIN, product: "Groundcrew", now });
  await expect(runHandler(late, payload, created)).rejects.toThrow("in time");
  expect(await failureOf(manager, ACCEPTED)).toBeNull();
});

test("an invitation that was sent again sends no email for the attempt before", async () => {
  const manager = await as(MANAGER);
  await inviteAccepted(manager);
  const created = new Date(clock.ms - 3_600_000).toISOString();
  clock.ms += 3_600_000;
  await runHandler(working, { email: ACCEPTED, org_id: orgs.harbor }, created);
  expect(smtp.mails).toHaveLength(1);
});
