import type { Logger } from "pino";
import type { Config } from "./config/index.ts";
import type { Db } from "./db/index.ts";
import { openMailer } from "./mail/index.ts";
import { alertHandler } from "./support-log/index.ts";
import { invitationMails, passwordChangedMails, passwordMails } from "./users/index.ts";
import { openWebhooks } from "./webhooks/index.ts";

type JobOptions = { config: Config; db: Db; now: () => number; log: Logger };

/** Handlers of all background jobs. Links in emails start with `origin`, the console's public URL. */
export function jobHandlers({ config, db, now, log }: JobOptions, origin: string) {
  const { brand, mail, dataDir } = config;
  const mailer = openMailer({ ...mail, dataDir, log });
  const webhooks = openWebhooks({ allowPrivate: config.webhooksMayBePrivate });
  const mails = { db, mailer, origin, product: brand.product, now: () => new Date(now()) };
  const alerts = alertHandler({ db, mailer, webhooks, brand, origin });
  return [passwordMails(mails), passwordChangedMails(mails), invitationMails(mails), alerts];
}
