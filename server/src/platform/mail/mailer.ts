import { randomUUID } from "node:crypto";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { SECOND_MS, truncate } from "@groundcrew/shared/lib";
import { createTransport } from "nodemailer";
import type { Logger } from "pino";
import { Histogram } from "prom-client";
import { z } from "zod";

/** An email to one address: plain text, perhaps with the same as HTML. The ids make a thread of several emails. */
type Mail = {
  to: string;
  subject: string;
  text: string;
  html?: string;
  messageId?: string;
  inReplyTo?: string;
};

/**
 * Sends an email. Resolves when the mail server has accepted it; rejects with the mail server's message. One that `writesFiles` has no mail
 * server, and its emails reach no one.
 */
export type Mailer = { send: (mail: Mail) => Promise<void>; writesFiles?: true };

/** The parts that an email of the console is made and sent with. `origin` is the public address of the console. */
export type Mailing = { mailer: Mailer; origin: string; product: string };

// Together they stay below the 30 s that a job may take.
const TIMEOUTS = { connectionTimeout: 5 * SECOND_MS, greetingTimeout: 5 * SECOND_MS, socketTimeout: 15 * SECOND_MS };

const REPLY_MAX = 500;

/** Nodemailer must not read a file or fetch an address as the content of an email. */
const TEXT_ONLY = { disableFileAccess: true, disableUrlAccess: true };

/** Emails kept as files; the oldest are removed. */
export const MAIL_FILES_MAX = 500;

/** Sends through the SMTP server at `smtpUrl` (`smtp://` or `smtps://`). Without one, writes the latest emails as files to `{dataDir}/mail`. */
export function openMailer(options: {
  smtpUrl: string | null;
  /** Sender, such as `Groundcrew <console@example.com>`. */
  from: string;
  dataDir: string;
  log: Pick<Logger, "warn">;
}): Mailer {
  const { smtpUrl, from, dataDir, log } = options;
  if (smtpUrl !== null) return measured(smtpMailer(from, smtpUrl));
  return { ...measured(fileMailer(from, join(dataDir, "mail"), log)), writesFiles: true };
}

const sendDuration = new Histogram({
  name: "groundcrew_mail_duration_seconds",
  help: "How long it took to hand an email to the mail server, by outcome: sent, failed.",
  labelNames: ["outcome"],
  buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
});

function measured({ send }: Mailer): Mailer {
  return {
    async send(mail) {
      const end = sendDuration.startTimer();
      try {
        await send(mail);
      } catch (error) {
        end({ outcome: "failed" });
        throw error;
      }
      end({ outcome: "sent" });
    },
  };
}

function smtpMailer(from: string, url: string): Mailer {
  const transport = createTransport({ url, ...TIMEOUTS, ...TEXT_ONLY });
  return {
    async send(mail) {
      await transport.sendMail({ from, ...mail });
    },
  };
}

const refusal = z.object({ code: z.enum(["EENVELOPE", "EMESSAGE"]), response: z.string() });

/** The mail server's reply to an email that it did not accept; null for another error, such as a server that cannot be reached. */
export function replyOf(error: unknown): string | null {
  const { data } = refusal.safeParse(error);
  return data === undefined ? null : truncate(data.response.replaceAll("\0", ""), REPLY_MAX);
}

/** Errors of a connection that was open, as Nodemailer names them. */
const lostConnection = z.union([
  z.object({ code: z.literal("ECONNECTION"), responseCode: z.never().optional() }),
  z.object({ code: z.literal("ETIMEDOUT"), timeoutType: z.literal("SOCKET_TIMEOUT") }),
  z.object({ code: z.literal("ESOCKET"), syscall: z.enum(["read", "write"]) }),
]);

/** Whether the connection to the mail server was lost before its reply, so that it may have accepted the email. */
export function isUnanswered(error: unknown): boolean {
  return lostConnection.safeParse(error).success;
}

/** Folders about which there was a warning: one for each email would bury everything else. */
const warned = new Set<string>();

/** The files contain login links, so only their owner may read them. */
function fileMailer(from: string, folder: string, log: Pick<Logger, "warn">): Mailer {
  const transport = createTransport({ streamTransport: true, newline: "windows", ...TEXT_ONLY });
  return {
    async send({ to, subject, text: plain }) {
      const content = { from, to, subject, text: plain };
      const { message } = await transport.sendMail({ ...content, textEncoding: "quoted-printable" });
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = `${new Date().toISOString().replaceAll(":", "-")}-${randomUUID().slice(0, 8)}.eml`;
      const file = join(folder, name);
      await writeFile(file, readable(await text(Readable.from(message))), { mode: 0o600, flag: "wx" });
      await removeOldest(folder);
      if (!warned.has(folder)) log.warn({ folder }, "no SMTP server is configured: emails are written to files");
      warned.add(folder);
    },
  };
}

/** The names of files begin with their time. */
async function removeOldest(folder: string): Promise<void> {
  const mails = (await readdir(folder)).filter((name) => name.endsWith(".eml")).toSorted();
  // Another server may have removed one.
  for (const name of mails.slice(0, -MAIL_FILES_MAX)) await rm(join(folder, name), { force: true });
}

/** The same email with its text unencoded, so that a link can be copied from the file. */
function readable(message: string): string {
  const [head = "", ...body] = message.split("\r\n\r\n");
  const unfolded = body.join("\r\n\r\n").replaceAll("=\r\n", "");
  const bytes = unfolded.replaceAll(/=([\dA-F]{2})/g, (_, hex: string) =>
    String.fromCodePoint(Number.parseInt(hex, 16)),
  );
  return `${head.replace("quoted-printable", "8bit")}\r\n\r\n${Buffer.from(bytes, "latin1").toString()}`;
}
