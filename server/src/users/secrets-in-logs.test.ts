import { sql } from "kysely";
import pino from "pino";
import { afterAll, expect, test } from "vitest";
import { accountsRig, cookiesOf, NOBODY, ORIGIN, type Who } from "../../test/accounts-rig.ts";
import { startJobs } from "../platform/jobs/index.ts";
import { hashPassword } from "../sessions/index.ts";
import { invitationMails, passwordMails } from "./index.ts";

/** Everything that the server logs at the most detailed level. */
const lines: string[] = [];
const log = pino({ level: "trace" }, { write: (line: string) => void lines.push(line) });
const { db, asOwner, url, now, orgs, addUser, call } = await accountsRig({ log });
const mails: string[] = [];
const mailer = { send: async ({ text }: { text: string }) => void mails.push(text) };
const options = { db, mailer, origin: ORIGIN, product: "Groundcrew", now };
const jobs = startJobs({ db, url, log, handlers: [passwordMails(options), invitationMails(options)] });
afterAll(() => jobs.stop());

const MANAGER = "manager@harbor.example";
const canaries = {
  password: "canary password in logs",
  wrong: "canary wrong password",
  next: "canary sings past nine hills",
};
const password_hash = await hashPassword(canaries.password);
await addUser(MANAGER, orgs.harbor, { can_manage: true, password_hash });

function logIn(password: string, who: Who = NOBODY) {
  return call(who, "POST /sessions/current", { payload: { email: MANAGER, password } });
}

/** Sends every secret as its owner does, and in some ways that only a mistaken caller would. */
async function sendEverything(): Promise<string[]> {
  const cookie = cookiesOf(await logIn(canaries.password));
  await logIn(canaries.wrong, { cookie });
  const { key } = (await call({ cookie }, "POST /apikeys?description=canary")).json();
  const headers = { authorization: `Bearer ${key}` };
  await call({ cookie }, "GET /users", { headers });
  await call({ cookie }, "GET /apikeys?unknown=field", { headers: { authorization: `Bearer ${key}wrong` } });
  mails.length = 0;
  await call(NOBODY, `DELETE /users/password?email=${MANAGER}`);
  await expect.poll(() => mails.length).toBe(1);
  const { hash } = new URL(/http:\S+/.exec(mails[0] ?? "")?.[0] ?? "");
  const code = new URLSearchParams(hash.slice(1)).get("code") ?? "";
  const line = `PUT /users/password?code=${code}`;
  await call({ cookie }, line, { payload: { email: MANAGER, password: canaries.next, extra: canaries.wrong } });
  await call({ cookie }, line, { payload: { email: MANAGER, password: [canaries.next] } });
  const saved = () => db.selectFrom("password_codes").select("user_id").execute();
  await expect.poll(saved).toHaveLength(1);
  expect((await call({ cookie }, line, { payload: { email: MANAGER, password: canaries.next } })).statusCode).toBe(204);
  return [...Object.values(canaries), code, key, key.split(".")[1], ...secretsIn(cookie)];
}

function secretsIn(cookies: string): string[] {
  return cookies.split("; ").flatMap((cookie) => cookie.slice(cookie.indexOf("=") + 1).split("."));
}

function expectSilence(secrets: readonly string[]): void {
  expect(secrets.every((secret) => secret.length >= 15)).toBe(true);
  const text = lines.join("");
  for (const secret of secrets) {
    expect(text.includes(secret)).toBe(false);
    expect(text.includes(encodeURIComponent(secret))).toBe(false);
  }
}

test("no secret in a request is logged, not even when the server fails", async () => {
  const secrets = await sendEverything();
  expectSilence(secrets);
  const [, , , code = ""] = secrets;
  await asOwner(sql`drop table password_codes, api_keys, sessions cascade`);
  const cookie = `groundcrew_session=${secrets.at(-3)}`;
  const calls = [
    await call(NOBODY, `PUT /users/password?code=${code}`, { payload: { email: MANAGER, password: canaries.next } }),
    await logIn(canaries.next),
    await call({ cookie }, "GET /users"),
    await call(NOBODY, "GET /users", { headers: { authorization: `Bearer ${secrets[4]}` } }),
  ];
  expect(calls.map(({ statusCode }) => statusCode)).toEqual([500, 500, 500, 500]);
  expect(lines.filter((line) => line.includes("a request failed unexpectedly"))).toHaveLength(4);
  // By then the queue has logged everything.
  await jobs.stop();
  expectSilence(secrets);
});
