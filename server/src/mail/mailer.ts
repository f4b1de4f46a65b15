import { randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { SECOND_MS } from "@groundcrew/shared/lib";
import { createTransport } from "nodemailer";
import type { Logger } from "pino";

/** A mail of plain text to one address. */
type Mail = { to: string; subject: string; text: string };

/** Sends a mail; done when the mail server has taken it. Fails with its words. */
export type Mailer = { send: (mail: Mail) => Promise<void> };

// Together they stay below the half minute a job may take.
const TIMEOUTS = { connectionTimeout: 5 * SECOND_MS, greetingTimeout: 5 * SECOND_MS, socketTimeout: 15 * SECOND_MS };

/** What a mail may not do: take a file or an address of ours for its content. */
const TEXT_ONLY = { disableFileAccess: true, disableUrlAccess: true };

/** Sends through the SMTP server at `smtpUrl` (`smtp://` or `smtps://`); without one, writes files below `{dataDir}/mail`. */
export function openMailer(options: {
  smtpUrl: string | null;
  /** Sender, such as `Groundcrew <console@example.com>`. */
  from: string;
  dataDir: string;
  log: Pick<Logger, "warn">;
}): Mailer {
  const { smtpUrl, from, dataDir, log } = options;
  return smtpUrl === null ? fileMailer(from, join(dataDir, "mail"), log) : smtpMailer(from, smtpUrl);
}

function smtpMailer(from: string, url: string): Mailer {
  const transport = createTransport({ url, ...TIMEOUTS, ...TEXT_ONLY });
  return {
    async send(mail) {
      await transport.sendMail({ from, ...mail });
    },
  };
}

/** Files hold links that let someone in, so only their owner may read them. */
function fileMailer(from: string, folder: string, log: Pick<Logger, "warn">): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, ...TEXT_ONLY });
  return {
    async send(mail) {
      const { message } = await transport.sendMail({ from, ...mail });
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = `${new Date().toISOString().replaceAll(":", "-")}-${randomUUID().slice(0, 8)}.eml`;
      const file = join(folder, name);
      await writeFile(file, message, { mode: 0o600, flag: "wx" });
      log.warn({ file }, "no SMTP server is configured: a mail was written to a file");
    },
  };
}
