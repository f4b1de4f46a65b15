import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import pino from "pino";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { mailServer } from "../../../test/mail-server.ts";
import { metric } from "../../../test/metrics.ts";
import { isUnanswered, MAIL_FILES_MAX, openMailer } from "./index.ts";

const FROM = "Groundcrew <console@groundcrew.example>";
const dataDir = await mkdtemp(join(tmpdir(), "groundcrew-mail-"));
afterAll(() => rm(dataDir, { recursive: true }));
const smtp = await mailServer({ refuses: ["nobody@harbor.example"] });

const lines: string[] = [];
const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(line) });
const bySmtp = openMailer({ smtpUrl: smtp.url, from: FROM, dataDir, log });

test("an email reaches the mail server with sender, recipient, subject and text", async () => {
  await bySmtp.send({ to: "user@harbor.example", subject: "Your invitation", text: "Hello,\n\nwelcome." });
  expect(smtp.mails).toMatchObject([{ from: "console@groundcrew.example", to: ["user@harbor.example"] }]);
  const raw = smtp.mails[0]?.raw ?? "";
  expect(raw).toContain(`From: ${FROM}\r\n`);
  expect(raw).toContain("Subject: Your invitation\r\n");
  expect(raw).toContain("Content-Type: text/plain; charset=utf-8\r\n");
  expect(raw).toContain("\r\n\r\nHello,\r\n\r\nwelcome.");
});

test("a subject cannot inject a header or another recipient", async () => {
  const subject = "Hello\r\nBcc: thief@evil.example\r\n\r\nbody";
  await bySmtp.send({ to: "user@harbor.example", subject, text: "." });
  const mail = smtp.mails.at(-1);
  expect(mail?.to).toEqual(["user@harbor.example"]);
  expect(mail?.raw).not.toMatch(/^Bcc:/im);
});

test("a recipient that the mail server rejects is a failure with the server's message", async () => {
  const sending = bySmtp.send({ to: "nobody@harbor.example", subject: "Hello", text: "Hello." });
  await expect(sending).rejects.toThrow("No such mailbox");
});

test("sending through an unreachable mail server fails", async () => {
  const unreachable = openMailer({ smtpUrl: "smtp://127.0.0.1:1", from: FROM, dataDir, log });
  await expect(unreachable.send({ to: "user@harbor.example", subject: "Hello", text: "Hello." })).rejects.toThrow(
    /ECONNREFUSED/,
  );
});

/** A mail server that closes the connection instead of its reply to a line; returns what sending an email to it throws. */
async function errorWithoutReplyTo(line: string): Promise<unknown> {
  const replies: Record<string, string> = { DATA: "354 Go on", ".": "250 Accepted" };
  const server = createServer((socket) => {
    const answer = (to: string, reply: string) => (to === line ? socket.end() : socket.write(`${reply}\r\n`));
    let isData = false;
    answer("", "220 mail.example");
    createInterface({ input: socket }).on("line", (got) => {
      const command = got.split(/[ :]/, 1)[0] ?? "";
      if (isData && got !== ".") return;
      isData = got === "DATA";
      answer(command, replies[command] ?? "250 Fine");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const mailer = openMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, from: FROM, dataDir, log });
  return mailer.send({ to: "user@harbor.example", subject: "Hello", text: "Hello." }).catch((error: unknown) => error);
}

test.each([".", "DATA", ""])("without a reply to “%s” the mail server may have accepted the email", async (line) => {
  expect(isUnanswered(await errorWithoutReplyTo(line))).toBe(true);
});

test("a mail server that rejects an email, or that cannot be reached, has not accepted it", async () => {
  const unreachable = openMailer({ smtpUrl: "smtp://127.0.0.1:1", from: FROM, dataDir, log });
  const problems = [[bySmtp, "nobody@harbor.example"] as const, [unreachable, "user@harbor.example"] as const].map(
    ([mailer, to]) => mailer.send({ to, subject: "Hello", text: "Hello." }).catch((error: unknown) => error),
  );
  expect((await Promise.all(problems)).map(isUnanswered)).toEqual([false, false]);
});

test("metrics show how many emails the mail server has taken, and how many it has not", async () => {
  const count = async (outcome: string) => (await metric("groundcrew_mail_duration_seconds_count", { outcome })) ?? 0;
  const [sent, failed] = [await count("sent"), await count("failed")];
  await bySmtp.send({ to: "user@harbor.example", subject: "Hello", text: "Hello." });
  const refused = bySmtp.send({ to: "nobody@harbor.example", subject: "Hello", text: "Hello." });
  await expect(refused).rejects.toThrow("No such mailbox");
  expect([await count("sent"), await count("failed")]).toEqual([sent + 1, failed + 1]);
});

test("without a mail server each email is a separate file, readable only by its owner, and one warning names their folder", async () => {
  const toFiles = openMailer({ smtpUrl: null, from: FROM, dataDir, log });
  const link = `https://console.example/set-password?email=user%40harbor.example&code=secret-${"x".repeat(60)}`;
  await toFiles.send({ to: "user@harbor.example", subject: "Über Häfen", text: `Grüße aus 神戸,\n\n${link}\n` });
  await toFiles.send({ to: "user@harbor.example", subject: "Second", text: "Second." });
  const folder = join(dataDir, "mail");
  const files = (await readdir(folder)).map((name) => join(folder, name));
  expect(files).toHaveLength(2);
  const texts = await Promise.all(files.map((file) => readFile(file, "utf8")));
  const mail = texts.find((text) => text.includes("secret"));
  expect(mail).toMatch(/^To: user@harbor\.example\r$/m);
  expect(mail).toMatch(/^Content-Transfer-Encoding: 8bit\r$/m);
  expect(mail).toContain(`\r\n\r\nGrüße aus 神戸,\r\n\r\n${link}\r\n`);
  for (const file of files) expect((await stat(file)).mode & 0o077).toBe(0);
  expect((await stat(folder)).mode & 0o077).toBe(0);
  expect(lines.map((line) => JSON.parse(line).folder)).toEqual([folder]);
  expect([toFiles.writesFiles, bySmtp.writesFiles]).toEqual([true, undefined]);
  expect(lines.join("")).not.toContain("secret");
});

test("the latest emails are kept as files, also of several servers, and nothing else in the folder is removed", async () => {
  const other = await mkdtemp(join(tmpdir(), "groundcrew-mails-"));
  onTestFinished(() => rm(other, { recursive: true }));
  const folder = join(other, "mail");
  await mkdir(folder);
  const names = Array.from(
    { length: MAIL_FILES_MAX + 2 },
    (_, index) => `2026-01-01T00-00-00.${1_000 + index}Z-00000000.eml`,
  );
  for (const name of [...names, "notes.txt"]) await writeFile(join(folder, name), "");
  const toFiles = openMailer({ smtpUrl: null, from: FROM, dataDir: other, log });
  await toFiles.send({ to: "user@harbor.example", subject: "Latest", text: "Latest." });
  const left = (await readdir(folder)).toSorted();
  expect(left).toHaveLength(MAIL_FILES_MAX + 1);
  expect(left.slice(0, -2)).toEqual(names.slice(3));
  expect([left.at(-2), left.at(-1)]).toEqual([expect.stringMatching(/\.eml$/), "notes.txt"]);
});
