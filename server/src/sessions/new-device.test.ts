import { DAY_MS, HOUR_MS } from "@groundcrew/shared/lib";
import { sql } from "kysely";
import pino from "pino";
import { beforeEach, expect, test } from "vitest";
import { accountsRig, cookiesOf, NOBODY, ORIGIN, PASSWORD, type Who } from "../../test/accounts-rig.ts";
import { emptyTables } from "../../test/database.ts";
import { mailServer } from "../../test/mail-server.ts";
import { runHandler } from "../../test/run-handler.ts";
import { inTransaction } from "../platform/db/index.ts";
import { openMailer } from "../platform/mail/index.ts";
import { hashPassword, newDeviceMails } from "./index.ts";

const { db, clock, orgs, addUser, as, call, lastAudit } = await accountsRig({ hasTwoServers: true });
const USER = "user@harbor.example";
const AGENT = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";
const LOG_IN = "POST /sessions/current";
const payload = { email: USER, password: PASSWORD };
const password_hash = await hashPassword(PASSWORD);

beforeEach(async () => {
  await emptyTables(db, ["users", "throttles", "jobs"]);
  clock.ms = Date.parse("2026-12-01T08:00:00.000Z");
  await addUser(USER, orgs.harbor, { password_hash });
});

/** Logs in with what a browser has stored, and returns what it stores then. */
async function logIn(browser: Who = NOBODY, remoteAddress = "198.51.100.207"): Promise<Who> {
  const reply = await call(browser, LOG_IN, {
    payload,
    remoteAddress,
    headers: { "user-agent": AGENT },
  });
  expect(reply.statusCode).toBe(201);
  return { cookie: cookiesOf(reply) };
}

type Shown = { id: number; is_current: boolean; is_new_device: boolean };
const sessions = async (who: Who): Promise<Shown[]> => (await call(who, "GET /account")).json().sessions;
const mails = async (kind = "new_device_mail") =>
  (await db.selectFrom("jobs").select("payload").where("kind", "=", kind).orderBy("id").execute()).map(
    ({ payload }) => payload,
  );

test("the first login of all is reported to nobody, and neither is another one in that browser, wherever it is", async () => {
  const first = await logIn();
  expect((await sessions(first)).map(({ is_new_device }) => is_new_device)).toEqual([false]);
  clock.ms += 80 * DAY_MS;
  await logIn(first, "203.0.113.9");
  expect(await mails()).toEqual([]);
});

test("a login in another browser is reported once, with what it is known by", async () => {
  await logIn();
  const other = await logIn();
  const [{ id } = { id: 0 }] = await sessions(other);
  expect(await mails()).toEqual([
    { to: USER, session: id, agent: AGENT, ip: "198.51.100.207", at: "2026-12-01T08:00:00.000Z" },
  ]);
  await logIn(other);
  expect(await mails()).toHaveLength(1);
});

test("a browser that was not used for 90 days is new again, also if it is the only one", async () => {
  const first = await logIn();
  clock.ms += 90 * DAY_MS - 1;
  const again = await logIn(first);
  expect(await mails()).toEqual([]);
  clock.ms += 90 * DAY_MS;
  await logIn(again);
  expect(await mails()).toHaveLength(1);
});

test("a browser from before devices were recorded is known by its cookie, and another one is new beside a session", async () => {
  const first = await logIn();
  await emptyTables(db, ["known_devices"]);
  await logIn(first);
  expect(await mails()).toEqual([]);
  await emptyTables(db, ["known_devices"]);
  await logIn();
  expect(await mails()).toHaveLength(1);
});

test("a browser that is signed but not recorded, as by a link for a new password, is new to those who have others", async () => {
  const first = await logIn();
  await logIn();
  expect(await mails()).toHaveLength(1);
  await db
    .deleteFrom("known_devices")
    .where("last_used", "=", new Date(clock.ms).toISOString())
    .where("new_session", "is", null)
    .execute();
  await logIn(first);
  expect(await mails()).toHaveLength(2);
});

test("a browser is known to those who have used it, and to nobody else", async () => {
  await addUser("other@harbor.example", orgs.harbor, { password_hash });
  const first = await logIn();
  const payload = { email: "other@harbor.example", password: PASSWORD };
  await call(NOBODY, "POST /sessions/current", { payload });
  const reply = await call(first, "POST /sessions/current", { payload });
  expect(reply.statusCode).toBe(201);
  expect(await mails()).toMatchObject([{ to: "other@harbor.example" }]);
});

test("That Was Me keeps the session, and cannot be said in it or in another new browser", async () => {
  const first = await logIn();
  const other = await logIn();
  const id = (await sessions(first)).find(({ is_current }) => !is_current)?.id;
  const third = await logIn();
  const refused = await call(third, `PUT /account/sessions/${id}/device`);
  expect([refused.statusCode, refused.json().detail]).toEqual([409, expect.stringMatching(/is new itself/)]);
  await call(third, "DELETE /sessions/current");
  expect((await call(other, `PUT /account/sessions/${id}/device`)).statusCode).toBe(409);
  expect((await call(first, `PUT /account/sessions/${id}/device`)).statusCode).toBe(204);
  expect(await lastAudit()).toMatchObject({ action: "acceptDevice", target: `user ${USER}` });
  expect((await sessions(other)).map(({ is_new_device }) => is_new_device)).toEqual([false, false]);
  expect((await call(first, `PUT /account/sessions/${id}/device`)).statusCode).toBe(404);
});

test("That Was Me cannot be said by a second login in the same new browser", async () => {
  const first = await logIn();
  const { cookie } = await logIn();
  const id = (await sessions(first)).find(({ is_current }) => !is_current)?.id;
  // In a window of its own, so that the first session there stays.
  const second = await logIn({
    cookie: cookie
      .split("; ")
      .filter((one) => one.includes("_device="))
      .join("; "),
  });
  expect((await sessions(second)).map(({ is_new_device }) => is_new_device)).toEqual([false, true, false]);
  expect((await call(second, `PUT /account/sessions/${id}/device`)).statusCode).toBe(409);
  expect((await call(first, `PUT /account/sessions/${id}/device`)).statusCode).toBe(204);
});

test("Not Me ends the session, and the next login in that browser is reported again", async () => {
  const first = await logIn();
  const other = await logIn();
  const id = (await sessions(first)).find(({ is_current }) => !is_current)?.id;
  expect((await call(other, `DELETE /account/sessions/${id}/device`)).statusCode).toBe(409);
  expect((await call(first, `DELETE /account/sessions/${id}/device`)).statusCode).toBe(204);
  expect(await lastAudit()).toMatchObject({ action: "rejectDevice", target: `user ${USER}` });
  expect((await call(other, "GET /account")).statusCode).toBe(401);
  expect((await call(first, `DELETE /account/sessions/${id}/device`)).statusCode).toBe(204);
  await logIn(other);
  expect(await mails()).toHaveLength(2);
});

test("Not Me and a login wait for the user to be unlocked before they lock a session or a browser", async () => {
  const first = await logIn();
  const other = await logIn();
  const id = (await sessions(first)).find(({ is_current }) => !is_current)?.id;
  const waiting = async () =>
    (
      await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        db,
      )
    ).rows.length;
  const [reply, again] = await inTransaction(db, async (tx) => {
    await tx.selectFrom("users").select("id").where("email", "=", USER).forNoKeyUpdate().execute();
    const both = [call(first, `DELETE /account/sessions/${id}/device`), call(other, LOG_IN, { payload })] as const;
    await expect.poll(waiting).toBe(2);
    await tx.selectFrom("sessions").select("id").where("id", "=", Number(id)).forUpdate().noWait().execute();
    return both;
  }).then((both) => Promise.all(both));
  expect([reply.statusCode, again.statusCode]).toEqual([204, 201]);
});

test("Not Me rejects the browser also when its session has ended or was replaced, and ends the other one", async () => {
  const first = await logIn();
  const other = await logIn();
  const id = (await sessions(first)).find(({ is_current }) => !is_current)?.id;
  expect((await call(other, "DELETE /sessions/current")).statusCode).toBe(204);
  const again = await logIn(other);
  expect((await call(first, `DELETE /account/sessions/${id}/device`)).statusCode).toBe(204);
  expect((await call(again, "GET /account")).statusCode).toBe(401);
  await logIn(other);
  expect(await mails()).toHaveLength(2);
  expect((await call(first, `DELETE /account/sessions/${Number(id) + 1_000}/device`)).statusCode).toBe(404);
});

test("Not Me needs a proof of who says it, and sessions of others do not exist", async () => {
  const first = await logIn();
  await logIn();
  const id = (await sessions(first)).find(({ is_current }) => !is_current)?.id;
  await addUser("other@harbor.example", orgs.harbor);
  const stranger = await as("other@harbor.example");
  expect((await call(stranger, `DELETE /account/sessions/${id}/device`)).statusCode).toBe(404);
  expect((await call(stranger, `PUT /account/sessions/${id}/device`)).statusCode).toBe(404);
  clock.ms += HOUR_MS;
  expect((await call(first, `DELETE /account/sessions/${id}/device`)).statusCode).toBe(428);
});

test("who does not want these emails gets none, and still sees the new device", async () => {
  const first = await logIn();
  const off = await call(first, "PUT /account/notices", { payload: { new_device: false } });
  expect(off.statusCode).toBe(204);
  expect(await lastAudit()).toMatchObject({ action: "changeNotices", before: { new_device: true } });
  expect((await call(first, "GET /account")).json()).toMatchObject({ mails_new_device: false });
  await call(first, "PUT /account/notices", { payload: { new_device: false } });
  expect(await mails("factor_changed_mail")).toMatchObject([{ email: USER, change: "device_mails_off" }]);
  await logIn();
  expect(await mails()).toEqual([]);
  expect((await sessions(first)).map(({ is_new_device }) => is_new_device)).toEqual([false, true]);
});

test("the email names the device, the address and the time, and its link says Not Me", async () => {
  const smtp = await mailServer();
  const from = "Groundcrew <console@groundcrew.example>";
  const mailer = openMailer({ smtpUrl: smtp.url, from, dataDir: "", log: pino({ level: "silent" }) });
  const login = { to: USER, session: 12, agent: AGENT, ip: "198.51.100.207", at: "2026-12-01T08:00:00.000Z" };
  await runHandler(newDeviceMails({ mailer, origin: ORIGIN, product: "Groundcrew" }), login);
  const [mail] = smtp.mails;
  expect(mail?.to).toEqual([USER]);
  const text = mail?.raw.replaceAll("=\r\n", "").replaceAll("=3D", "=");
  expect(text).toContain("Subject: A new device logged in to Groundcrew");
  expect(text).toContain("Device: Firefox 145 on Linux\r\nAddress: 198.51.100.207\r\nTime: 2026-12-01 08:00 UTC\r\n");
  expect(text).toContain(
    `If it wasn't you, end that session and choose a new password:\r\n${ORIGIN}/account?not-me=12`,
  );
});
