import type { RejectedConnection } from "@groundcrew/shared/link";
import type { Logger } from "pino";
import { startAlertEvaluation, startRejectedStationAlerts } from "../alerts/index.ts";
import { keyMails, startKeyNotices } from "../api-keys/index.ts";
import { startMonthlyReports, startMonths } from "../availability/index.ts";
import { startAuditChecks } from "../audit/index.ts";
import { startScheduledBackups } from "../backup/index.ts";
import { imageHandler } from "../bulk-acts/index.ts";
import { CHANNEL_SECRETS, CHANNEL_TIMEOUT_MS, PAGER_DUTY, readInstallation } from "../channels/index.ts";
import { secretKey, type Config } from "../platform/config/index.ts";
import type { Db } from "../platform/db/index.ts";
import { resolutionHandler, splitHandler, startGroupingOldErrors, startGroupStates } from "../error-groups/index.ts";
import { startLateCounting } from "../ingest/index.ts";
import { stepMails } from "../factors/index.ts";
import type { FileStore } from "../platform/files/index.ts";
import type { Commands } from "../platform/link/index.ts";
import { allOf, openSealer, type Part } from "../platform/lib/index.ts";
import type { ChangeFeed } from "../live/index.ts";
import { startMaintenanceTimes } from "../maintenance/index.ts";
import {
  channelFailureMails,
  openPushKeys,
  PUSH_SECRETS,
  pushContact,
  pushToDevice,
  messageHandler,
  type Delivering,
  type NotificationOptions,
  type ResendOptions,
} from "../notifications/index.ts";
import { requiredStepMails, startStepNotices } from "../organizations/index.ts";
import { startOwnershipExpiry } from "../ownership/index.ts";
import { startReadiness, startReadinessHistory, storeChanges } from "../readiness/index.ts";
import { identityMails, newDeviceMails } from "../sessions/index.ts";
import { startBaselineUpdates, type Board } from "../stations/index.ts";
import { startSwapAttempts } from "../swap-attempts/index.ts";
import { startActivityRollup, startHistoryRollup, startHistoryThinning } from "../stats/index.ts";
import { openMailer } from "../platform/mail/index.ts";
import { alertHandler } from "../support-log/index.ts";
import { factorChangedMails, invitationMails, passwordChangedMails, passwordMails } from "../users/index.ts";
import { version } from "../platform/version.ts";
import { openWebhooks } from "../platform/webhooks/index.ts";
import { startRetention } from "./retention.ts";

type BackgroundWork = {
  config: Pick<
    Config,
    "backup" | "brand" | "dataDir" | "auditKeptDays" | "errorsKeptDays" | "eventsKeptDays" | "secretKey"
  >;
  db: Db;
  databaseUrl: string;
  board: Board;
  /** Name of this server, unique among all servers. */
  server: string;
  /** Reports the changes of any server in the database. */
  changes: ChangeFeed;
  rejectedConnections: () => Promise<RejectedConnection[] | null>;
  files: FileStore;
  now: () => number;
  log: Logger;
};

/**
 * The regular work that one server of a database does for all: evaluation of readiness and alert rules, statistics, late events, thinning, retention and
 * removal of expired rows.
 */
export function startBackgroundWork(options: BackgroundWork): Part {
  const readiness = startReadiness({ ...options, onReadinessChanges: storeChanges });
  return allOf([
    readiness,
    startBaselineUpdates(options),
    startActivityRollup(options),
    startHistoryRollup(options),
    startHistoryThinning(options),
    startReadinessHistory({ ...options, isEvaluating: readiness.isEvaluating }),
    startMonths(options),
    startMonthlyReports(options),
    startLateCounting(options),
    startSwapAttempts(options),
    startGroupingOldErrors(options),
    startGroupStates(options),
    startOwnershipExpiry(options),
    startMaintenanceTimes(options),
    startKeyNotices(options),
    startStepNotices(options),
    startAuditChecks(options),
    startAlertEvaluation({ ...options, brand: options.config.brand }),
    startRejectedStationAlerts({ ...options, brand: options.config.brand }),
    ...startRetention(options),
    ...startBackups(options),
  ]);
}

function startBackups({ config, databaseUrl, ...options }: BackgroundWork): Part[] {
  const { schedule: settings, passphrase } = config.backup;
  if (settings === null) return [];
  const key = { value: secretKey(config), isStored: config.secretKey === null };
  const source = { databaseUrl, files: options.files, key, passphrase, version: version() };
  return [startScheduledBackups({ ...options, settings, source })];
}

type JobOptions = { config: Config; db: Db; commands: Commands; now: () => number; log: Logger };

/** Handlers of all kinds of jobs. */
export function jobHandlers(
  { config, db, commands, now, log }: JobOptions,
  notifying: NotificationOptions & Delivering,
) {
  const { brand, mail, dataDir } = config;
  const { origin } = notifying;
  const mailer = openMailer({ ...mail, dataDir, log });
  const webhooks = openWebhooks({ allowPrivate: config.webhooksMayBePrivate });
  const mails = { db, mailer, origin, product: brand.product, now: () => new Date(now()) };
  const alerts = alertHandler({ db, mailer, webhooks, brand, origin });
  return [
    passwordMails(mails),
    passwordChangedMails(mails),
    factorChangedMails(mails),
    newDeviceMails(mails),
    identityMails(mails),
    stepMails(mails),
    invitationMails(mails),
    keyMails(mails),
    requiredStepMails(mails),
    alerts,
    resolutionHandler({ db }),
    splitHandler({ db }),
    channelFailureMails(mails),
    messageHandler(notifying),
    imageHandler({ db, commands, publicUrl: () => origin, provider: brand.provider, now, log }),
  ];
}

type NotificationWork = { config: Config; db: Db; databaseUrl: string; now: () => number; log: Logger };

/** The dependencies of sending notifications. Links in messages start with `origin`, the console's public URL. */
export async function notificationOptions(
  { config, db, databaseUrl: url, now, log }: NotificationWork,
  origin: string,
): Promise<NotificationOptions & ResendOptions & Delivering> {
  const { brand, mail, dataDir } = config;
  const { product } = brand;
  const mailer = openMailer({ ...mail, dataDir, log });
  const webhooks = openWebhooks({ allowPrivate: config.webhooksMayBePrivate, timeoutMs: CHANNEL_TIMEOUT_MS });
  const keys = await openPushKeys(db, openSealer(secretKey(config), PUSH_SECRETS));
  const push = { webhooks, keys, contact: pushContact({ origin, mailFrom: mail.from }), now };
  return {
    db,
    url,
    sealer: openSealer(secretKey(config), CHANNEL_SECRETS),
    senders: {
      mailer,
      webhooks,
      origin,
      product,
      installation: await readInstallation(db),
      pagerDuty: PAGER_DUTY,
      now,
    },
    push: (device, message) => pushToDevice({ db, senders: push }, device, message),
    origin,
    product,
    now,
    log,
  };
}
