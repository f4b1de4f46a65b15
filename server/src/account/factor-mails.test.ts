import pino from "pino";
import { afterAll, expect, test } from "vitest";
import { accountsRig, ORIGIN } from "../../test/accounts-rig.ts";
import { authenticatorAt } from "../../test/authenticator.ts";
import { mailServer } from "../../test/mail-server.ts";
import { startJobs } from "../platform/jobs/index.ts";
import { openMailer } from "../platform/mail/index.ts";
import { factorChangedMails } from "../users/index.ts";

const { db, url, now, orgs, addUser, as, call } = await accountsRig();
const smtp = await mailServer();
const log = pino({ level: "silent" });
const mailer = openMailer({ smtpUrl: smtp.url, from: "Groundcrew <console@groundcrew.example>", dataDir: "", log });
const handlers = [factorChangedMails({ db, mailer, origin: ORIGIN, product: "Groundcrew", now })];
const jobs = startJobs({ db, url, log, handlers });
afterAll(() => jobs.stop());

const USER = "user@harbor.example";

/** The first line of each email about a change, oldest first. */
const changes = () => smtp.mails.flatMap(({ raw }) => /^(?:A|An|The|New) [^\r]*/m.exec(raw) ?? []);

test("each change of somebody's second factors is reported to them by email", async () => {
  await addUser(USER, orgs.harbor);
  const user = await as(USER);
  const { challenge } = (await call(user, "POST /account/passkeys/challenge")).json();
  const payload = { name: "Laptop", ...authenticatorAt("http://localhost:4000").make(challenge) };
  await call(user, "POST /account/passkeys", { payload });
  await expect.poll(changes).toEqual([expect.stringMatching(/^A passkey was added to your account at Groundcrew on /)]);
  await call(user, "POST /account/recovery-codes");
  await expect.poll(changes).toHaveLength(2);
  const [{ id }] = (await call(user, "GET /account")).json().passkeys;
  await call(user, `DELETE /account/passkeys/${id}`);
  await expect.poll(changes).toHaveLength(3);
  expect(changes().slice(1)).toEqual([
    expect.stringMatching(/^New recovery codes were made for your account/),
    expect.stringMatching(/^A passkey was removed from your account/),
  ]);
  const [first] = smtp.mails;
  expect(first?.to).toEqual([USER]);
  expect(first?.raw).toContain("Subject: Your second step for Groundcrew was changed\r\n");
  expect(first?.raw).toContain(`${ORIGIN}/account`);
});
