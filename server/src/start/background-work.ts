import { ALERTS_KEPT_DAYS } from "@groundcrew/shared/alerts";
import { DAY_MS, HOUR_MS, WEEK_MS } from "@groundcrew/shared/lib";
import { READINESS_KEPT_DAYS } from "@groundcrew/shared/readiness";
import type { RejectedConnection } from "@groundcrew/shared/link";
import type { Logger } from "pino";
import { deleteOldAlerts, startAlertEvaluation, startRejectedStationAlerts } from "../alerts/index.ts";
import { startMonthlyReports, startMonths } from "../availability/index.ts";
import { deleteAnswers, removeOldEntries, startAuditChecks } from "../audit/index.ts";
import { startScheduledBackups } from "../backup/index.ts";
import { deleteOldActs, imageHandler } from "../bulk-acts/index.ts";
import { sweepImages } from "../cameras/index.ts";
import { CHANNEL_SECRETS, CHANNEL_TIMEOUT_MS, PAGER_DUTY, readInstallation } from "../channels/index.ts";
import { secretKey, type Config } from "../platform/config/index.ts";
import type { Db } from "../platform/db/index.ts";
import {
  removeOldGroups,
  resolutionHandler,
  splitHandler,
  startGroupingOldErrors,
  startGroupStates,
} from "../error-groups/index.ts";
import { removeOldEvents, startLateCounting } from "../ingest/index.ts";
import type { FileStore } from "../platform/files/index.ts";
import { deleteOldImport } from "../imports/index.ts";
import { deleteEndedJobs } from "../platform/jobs/index.ts";
import type { Commands } from "../platform/link/index.ts";
import { allOf, openSealer, repeat, type Part } from "../platform/lib/index.ts";
import type { ChangeFeed } from "../live/index.ts";
import { deleteOldWindows, startMaintenanceTimes } from "../maintenance/index.ts";
import {
  channelFailureMails,
  openPushKeys,
  PUSH_SECRETS,
  pushContact,
  pushToDevice,
  removeOldNotifications,
  messageHandler,
  type Delivering,
  type NotificationOptions,
  type ResendOptions,
} from "../notifications/index.ts";
import { deleteOldHistory, startOwnershipExpiry } from "../ownership/index.ts";
import {
  deleteOldChanges,
  deleteOldReadiness,
  startReadiness,
  startReadinessHistory,
  storeChanges,
} from "../readiness/index.ts";
import { deleteOldViolations } from "../security/index.ts";
import { deleteExpiredSessions } from "../sessions/index.ts";
import { startErrorRetention } from "../station-errors/index.ts";
import { startBaselineUpdates, type Board } from "../stations/index.ts";
import {
  deleteOldHours,
  deleteOldPieces,
  HOURS_KEPT_MS,
  PIECES_KEPT_MS,
  startSwapAttempts,
} from "../swap-attempts/index.ts";
import { startActivityRollup, startHistoryRollup, startHistoryThinning } from "../stats/index.ts";
import { deleteEndedStreams } from "../streams/index.ts";
import { deleteOldBuckets } from "../platform/throttle/index.ts";
import { openMailer } from "../platform/mail/index.ts";
import { alertHandler } from "../support-log/index.ts";
import { invitationMails, passwordChangedMails, passwordMails } from "../users/index.ts";
import { version } from "../platform/version.ts";
import { openWebhooks } from "../platform/webhooks/index.ts";

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
    startErrorRetention(options.config.errorsKeptDays, options),
    startGroupingOldErrors(options),
    startGroupStates(options),
    startOwnershipExpiry(options),
    startMaintenanceTimes(options),
    startAuditChecks(options),
    startAlertEvaluation({ ...options, brand: options.config.brand }),
    startRejectedStationAlerts({ ...options, brand: options.config.brand }),
    ...startRemovals(options),
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

/** Deletes expired rows, now and every hour. Each kind is deleted independently, so a failure does not affect the others. */
function startRemovals({ config, db, files, now, log }: BackgroundWork): Part[] {
  const since = (ageMs: number) => new Date(now() - ageMs);
  const removals: ((signal: AbortSignal) => Promise<void>)[] = [
    () => deleteExpiredSessions(db, since(0)),
    (signal) => sweepImages({ db, files, now: now(), signal }),
    () => deleteEndedStreams(db, since(WEEK_MS)),
    () => deleteAnswers(db, since(DAY_MS)),
    () => deleteOldBuckets(db, since(0)),
    () => deleteEndedJobs(db, since(0)),
    () => deleteOldViolations(db, since(0)),
    () => deleteOldReadiness(db, now()),
    async (signal) => {
      while (!signal.aborted && (await deleteOldImport(db, now())));
    },
    (signal) => removeOldNotifications(db, { now: now(), signal }),
    (signal) => removeOldGroups(db, { days: config.errorsKeptDays, now: now(), signal }),
    (signal) => untilNone((limit) => deleteOldActs(db, since(ACTS_KEPT_MS).toISOString(), limit), signal),
    ...[deleteOldHistory, deleteOldWindows].map(
      (remove) => (signal: AbortSignal) =>
        untilNone((limit) => remove(db, since(config.auditKeptDays * DAY_MS).toISOString(), limit), signal),
    ),
    (signal) =>
      untilNone((limit) => deleteOldAlerts(db, since(ALERTS_KEPT_DAYS * DAY_MS).toISOString(), limit), signal),
    (signal) =>
      untilNone((limit) => deleteOldChanges(db, since(READINESS_KEPT_DAYS * DAY_MS).toISOString(), limit), signal),
    (signal) => untilNone((limit) => deleteOldPieces(db, since(PIECES_KEPT_MS).toISOString(), limit), signal),
    (signal) => untilNone((limit) => deleteOldHours(db, since(HOURS_KEPT_MS).toISOString(), limit), signal),
    (signal) => removeOldEntries(db, { days: config.auditKeptDays, now: now(), signal }),
    (signal) => removeOldEvents(db, { days: config.eventsKeptDays, now: now(), signal }),
  ];
  const failure = "expired data could not be removed";
  return removals.map((work) => repeat(work, { everyMs: HOUR_MS, failure, log }));
}

/** How long people can see what came of their acts on several stations. */
const ACTS_KEPT_MS = 30 * DAY_MS;
/** How many rows are deleted at once. */
const AT_ONCE = 5_000;

/** Deletes in pieces until there is nothing left to delete. */
async function untilNone(remove: (limit: number) => Promise<number>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await remove(AT_ONCE)) === AT_ONCE);
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
    invitationMails(mails),
    alerts,
    resolutionHandler({ db }),
    splitHandler({ db }),
    channelFailureMails({ mailer, origin, product: brand.product }),
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
