import pino from "pino";
import { afterAll, beforeEach, expect, test } from "vitest";
import { cookiesOf, NOBODY, ORIGIN } from "../../test/accounts-rig.ts";
import { emptyTables } from "../../test/database.ts";
import { mailServer } from "../../test/mail-server.ts";
import { openIdProvider, signOnRig } from "../../test/sign-on-rig.ts";
import { startJobs } from "../platform/jobs/index.ts";
import { openMailer } from "../platform/mail/index.ts";
import { googleVerifier, hashPassword, identityMails } from "./index.ts";

const google = await openIdProvider();
const rig = await signOnRig({ google: googleVerifier({ clientId: "console", endpoints: google.endpoints }) });
const { db, url, clock, orgs, addUser, call, setUp, logIn } = rig;
const smtp = await mailServer();
const log = pino({ level: "silent" });
const mailer = openMailer({ smtpUrl: smtp.url, from: "Groundcrew <console@groundcrew.example>", dataDir: "", log });
const jobs = startJobs({ db, url, log, handlers: [identityMails({ mailer, origin: ORIGIN, product: "Groundcrew" })] });
afterAll(() => jobs.stop());

const USER = "ada@harbor.example";
const ADA = { sub: "ada", email: USER, email_verified: true };
const GOOGLE = { email: USER, email_verified: true };

beforeEach(async () => {
  clock.ms = Date.parse("2026-12-01T08:00:00.000Z");
  await db.deleteFrom("users").where("email", "!=", "admin@groundcrew.example").execute();
  await emptyTables(db, ["throttles", "single_sign_on", "invitations", "jobs"]);
  await setUp();
  google.people.set("sub-1", GOOGLE);
});

const byGoogle = async () =>
  call(NOBODY, "POST /sessions/current", { payload: { token: await google.tokenFor("sub-1") } });
const notes = () =>
  db
    .selectFrom("audit_entries")
    .select(["actor", "action", "target", "org_id", "before", "after"])
    .where("action", "in", ["linkIdentity", "unlinkIdentity"])
    .orderBy("id")
    .execute();
/** The emails with a subject. Those of the test before may arrive late. */
const mailsAbout = (subject: string) =>
  smtp.mails
    .filter(({ raw }) => unfolded(raw).includes(`Subject: ${subject}\n`))
    .map(({ to, raw }) => ({ to, text: unfolded(raw) }));
const unfolded = (raw: string) => raw.replaceAll(/=\r\n|\r\n(?= )/g, "").replaceAll("\r\n", "\n");

test.each([
  ["Harbor Air SSO", () => logIn(ADA)],
  ["Google", byGoogle],
])("the first login of a user with %s is recorded and reported to them, and no further one", async (name, enter) => {
  await addUser(USER, orgs.harbor);
  const { length: before } = await notes();
  expect((await enter()).statusCode).toBe(201);
  expect((await enter()).statusCode).toBe(201);
  const entry = { actor: USER, action: "linkIdentity", target: `user ${USER}`, org_id: orgs.harbor };
  expect((await notes()).slice(before)).toMatchObject([{ ...entry, after: { name, email: USER } }]);
  const mails = () => mailsAbout(`Your account at Groundcrew can now be used with ${name}`);
  await expect.poll(mails).toHaveLength(1);
  const [{ to, text } = { to: [], text: "" }] = mails();
  expect(to).toEqual([USER]);
  // A second step may follow, so it need not be a login yet.
  expect(text).toContain("It was used here:\n\nDevice: ");
  expect(text).toMatch(/\nDevice: .+\nAddress: 127\.0\.0\.1\nTime: 2026-12-01 08:00 UTC\n/);
  expect(text).toContain(
    `If it wasn't, unlink ${name}, end the other sessions and change your password at once, and inform your administrator:\n${ORIGIN}/account\n`,
  );
});

test.each([
  ["Harbor Air SSO", () => logIn(ADA)],
  ["Google", byGoogle],
])("a user who is new with their first login with %s is not informed of it", async (_, enter) => {
  const at = new Date(clock.ms).toISOString();
  const expires = new Date(clock.ms + 60_000).toISOString();
  const invitation = { email: USER, org_id: orgs.harbor, can_manage: false, invited_by: "x", sent: at, expires };
  await db.insertInto("invitations").values(invitation).execute();
  const { length: before } = await notes();
  expect((await enter()).statusCode).toBe(201);
  expect(await notes()).toHaveLength(before);
  expect(await db.selectFrom("jobs").select("kind").where("kind", "=", "identity_mail").execute()).toEqual([]);
});

test("two first logins at the same moment are one link", async () => {
  await addUser(USER, orgs.harbor);
  const { length: before } = await notes();
  const replies = await Promise.all([byGoogle(), byGoogle()]);
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
  expect((await notes()).slice(before)).toHaveLength(1);
});

test("an account that is unlinked is reported as well", async () => {
  await addUser(USER, orgs.harbor, { password_hash: await hashPassword("otters fold paper maps") });
  clock.ms = Date.now();
  const ada = { cookie: cookiesOf(await logIn(ADA, { confirms: true })) };
  const [{ id }] = (await call(ada, "GET /account")).json().identities;
  expect((await call(ada, `DELETE /account/identities/${id}`)).statusCode).toBe(204);
  await expect
    .poll(() => mailsAbout("Harbor Air SSO was unlinked from your account at Groundcrew"))
    .toMatchObject([{ to: [USER], text: expect.stringContaining("end the other sessions and change your password") }]);
  expect((await notes()).at(-1)).toMatchObject({ action: "unlinkIdentity", before: { email: USER } });
});
