import type { Endpoint } from "@groundcrew/shared/contract";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { accountRoutes } from "../account/index.ts";
import { alertmanagerRoutes, alertRoutes, alertRuleRoutes } from "../alerts/index.ts";
import { apiKeyRoutes, apiKeysIn } from "../api-keys/index.ts";
import { availabilityRoutes, recipientRoutes } from "../availability/index.ts";
import { auditRoutes, findAnswer, refusalsIn } from "../audit/index.ts";
import { backupRoutes } from "../backup/index.ts";
import { type Config, secretKey } from "../platform/config/index.ts";
import { bulkActRoutes } from "../bulk-acts/index.ts";
import { cameraRoutes } from "../cameras/index.ts";
import { CHANNEL_SECRETS, CHANNEL_TIMEOUT_MS, channelRoutes, PAGER_DUTY, readInstallation } from "../channels/index.ts";
import { configRoutes } from "../configs/index.ts";
import { consoleRoutes } from "../console/index.ts";
import { openFactors, openPasskeys } from "../factors/index.ts";
import { everyTenant } from "../platform/db/connect.ts";
import { isDatabaseUnavailable, type NotifiedCaches, type SharedDb } from "../platform/db/index.ts";
import { errorGroupRoutes } from "../error-groups/index.ts";
import type { FileStore } from "../platform/files/index.ts";
import { importRoutes } from "../imports/index.ts";
import { createApp, serveNothingElse, serveWebApp, webAppBuild } from "../platform/http/index.ts";
import { openSealer } from "../platform/lib/index.ts";
import type { Commands, Rejections } from "../platform/link/index.ts";
import { liveRoutes, type ChangeFeed } from "../live/index.ts";
import { openMailer } from "../platform/mail/index.ts";
import { maintenanceRoutes } from "../maintenance/index.ts";
import {
  deviceRoutes,
  notificationRoutes,
  openPushKeys,
  preferenceRoutes,
  PUSH_SECRETS,
  pushContact,
} from "../notifications/index.ts";
import { organizationRoutes } from "../organizations/index.ts";
import { ownershipRoutes } from "../ownership/index.ts";
import { readinessRoutes } from "../readiness/index.ts";
import { undoRoutes } from "../undo/index.ts";
import type { Relay } from "../platform/relay/index.ts";
import { savedViewRoutes } from "../saved-views/index.ts";
import { securityRoutes } from "../security/index.ts";
import {
  deviceCookie,
  googleVerifier,
  openSignOn,
  sessionCookie,
  sessionRoutes,
  sessionsIn,
  type SessionCookie,
  type Sessions,
} from "../sessions/index.ts";
import { singleSignOnRoutes } from "../single-sign-on/index.ts";
import { siteRoutes } from "../sites/index.ts";
import { ssotRoutes } from "../ssot/index.ts";
import { linkRoutes } from "../station-link/index.ts";
import { stationErrorRoutes } from "../station-errors/index.ts";
import {
  editStationRoutes,
  listSizes,
  openGeocoder,
  stationRoutes,
  stationTypeRoutes,
  type Board,
  type View,
} from "../stations/index.ts";
import { statsRoutes } from "../stats/index.ts";
import { endStreamsOf, streamRoutes } from "../streams/index.ts";
import { supportLogRoutes } from "../support-log/index.ts";
import { swapAttemptRoutes } from "../swap-attempts/index.ts";
import { systemRoutes, type SystemWatch } from "../system/index.ts";
import { throttleIn, type Throttle } from "../platform/throttle/index.ts";
import { acceptVerified, passwordRoutes, userRoutes } from "../users/index.ts";
import { wallboardRoutes } from "../wallboards/index.ts";
import { openWebhooks, type Webhooks } from "../platform/webhooks/index.ts";

/** Dependencies of the routes. */
export type AppOptions = {
  config: Config;
  /** Public URL of the console. */
  origin: string;
  db: SharedDb;
  /** Caches of the credentials that authenticate requests. */
  caches: NotifiedCaches;
  board: Board;
  /** Reports the changes of any server in the database. */
  changes: ChangeFeed;
  /** Updates stations on the board. */
  refresh: (names: readonly string[]) => Promise<void>;
  /** Sends commands to stations. */
  commands: Commands;
  /** STUN and TURN servers for live video. */
  relay: Relay;
  /** Stores the stations' images. */
  files: FileStore;
  /** URL of the console as stations reach it, known once the server listens. */
  publicUrl: () => string;
  /** How long a call waits for new images. Without it, the default applies. */
  imageWaitMs?: number;
  /** Those of this server. */
  rejections: () => Promise<Rejections>;
  /** Those of each server. */
  allRejections: () => Promise<Rejections>;
  /** Address at which stations reach the broker; null when only the broker's operator knows it. */
  brokerPublicUrl: string | null;
  /** Closes a station's connection to the link. */
  disconnect: (station: string) => void;
  /** The state of the installation. */
  system: SystemWatch;
  /** The time shared by all servers, in ms since 1970. */
  now: () => number;
  log: Logger;
  version: string;
  /** Folder of the built web app; null serves only the API. */
  webApp: string | null;
};

/** Sessions and API keys in memory, some 500 bytes each. */
const MAX_CACHED = 10_000;

/** The console's HTTP server with all its routes, and their endpoint declarations. */
export async function buildApp(options: AppOptions): Promise<{ app: FastifyInstance; endpoints: readonly Endpoint[] }> {
  const { config, origin, db, caches, board, refresh, commands, files, now, log } = options;
  const every = everyTenant(db);
  const { brand } = config;
  const date = () => new Date(now());
  const cookie = sessionCookie(origin);
  const sessions = sessionsIn(db, { provider: brand.provider, now: date, cache: caches.open(MAX_CACHED) });
  const keys = apiKeysIn(db, { provider: brand.provider, now: date, cache: caches.open(MAX_CACHED) });
  const { app, endpoints } = await createApp({
    log,
    origin,
    tileOrigin: config.mapTiles && tileOrigin(config.mapTiles.url),
    trustProxy: config.trustProxy,
    identify: { tokenOf: cookie.read, sessions, keys, settle: caches.settle },
    findAnswer: (key) => findAnswer(db, key),
    isDatabaseUnavailable,
    storeRefusal: refusalsIn(db, now),
    now,
  });

  const throttle = throttleIn(db, date);
  const webhooks = openWebhooks({ allowPrivate: config.webhooksMayBePrivate });

  consoleRoutes(app, { settings: await consoleSettings(options), endpoints, cookie: cookie.name });
  peopleRoutes(app, options, { sessions, cookie, throttle });
  for (const routes of [organizationRoutes, savedViewRoutes]) routes(app, { db, now });
  apiKeyRoutes(app, { db, brand, now: date });
  wallboardRoutes(app, { db, board, brand, throttle, now });
  stationRoutes(app, { db, board, brand });
  liveRoutes(app, { board, sessions, changes: options.changes });
  changeStationRoutes(app, options);
  stationTypeRoutes(app);
  siteRoutes(app, { db, board, refresh });
  configRoutes(app, { db });
  for (const routes of [ssotRoutes, errorGroupRoutes]) routes(app, { db, now, refresh });
  for (const routes of [statsRoutes, availabilityRoutes, recipientRoutes, swapAttemptRoutes]) routes(app, { db, now });
  stationErrorRoutes(app, { db, refresh });
  supportLogRoutes(app, { db, refresh, webhooks });
  await openAttentionRoutes(app, { ...options, throttle });
  const { publicUrl, imageWaitMs: waitMs } = options;
  cameraRoutes(app, { db, every, files, commands, publicUrl, now, ...(waitMs !== undefined && { waitMs }) });
  streamRoutes(app, { db, every, commands, relay: options.relay, maxStreams: config.maxStreams, now });
  operationRoutes(app, options);

  async function hasSession(cookies: string | undefined): Promise<boolean> {
    const token = cookie.read(cookies);
    if (token === undefined) return false;
    // Unknown while the database is unavailable. The page then finds out by its own requests, and shows what is wrong.
    return sessions.principal(token, true).then(
      ({ kind }) => kind === "user",
      () => true,
    );
  }

  if (options.webApp === null) serveNothingElse(app);
  else await serveWebApp(app, options.webApp, { hasSession, product: brand.product });
  return { app, endpoints };
}

type PeopleParts = { sessions: Sessions; cookie: SessionCookie; throttle: Throttle };

/** Routes of logins, users and accounts. */
function peopleRoutes(app: FastifyInstance, options: AppOptions, parts: PeopleParts): void {
  const { config, origin, db, board, now: nowMs } = options;
  const { sessions, cookie, throttle } = parts;
  const { brand } = config;
  const now = () => new Date(nowMs());
  const key = secretKey(config);
  const device = deviceCookie({ origin, secretKey: key });
  const google = config.googleClientId === null ? null : googleVerifier({ clientId: config.googleClientId });
  const factors = openFactors(key);
  const passkeys = openPasskeys({ secretKey: key, origin });
  const acceptInvitation = (tx: SharedDb, invited: { email: string; orgId?: number }) =>
    acceptVerified(tx, invited, now());
  const sizeOf = listSizes(board);
  const seesMany = (view: View) => sizeOf(view) > config.listPagesAbove;
  const signOn = openSignOn({
    secretKey: key,
    origin,
    allowPrivate: config.webhooksMayBePrivate || config.demoSignOnPort > 0,
    now,
  });
  const proofs = { google, throttle, factors, passkeys, acceptInvitation, signOn };
  sessionRoutes(app, { db, sessions, cookie, device, ...proofs, seesMany, product: brand.product, now });
  userRoutes(app, { db, brand, throttle, now });
  passwordRoutes(app, { db, throttle, device, product: brand.product, now });
  singleSignOnRoutes(app, { db, signOn, provider: brand.provider, now });
  const hasGoogle = google !== null;
  accountRoutes(app, { db, sessions, factors, passkeys, throttle, product: brand.product, hasGoogle, now });
}

/** Routes that change stations, one or many at once. */
function changeStationRoutes(app: FastifyInstance, options: AppOptions): void {
  const { config, db, board, refresh, commands, disconnect, now, log } = options;
  const geocode = openGeocoder({ serviceUrl: config.geocoderUrl, log });
  const endStreams = (stations: readonly string[]) => endStreamsOf({ db: everyTenant(db), commands, now }, stations);
  const edit = { db, board, brand: config.brand, geocode, now, refresh, disconnect };
  editStationRoutes(app, { ...edit, endStreams: (station) => endStreams([station]) });
  bulkActRoutes(app, { db, now, refresh, isUp: commands.isUp, disconnect, endStreams });
}

/** Routes about the installation itself, and its audit log. */
function operationRoutes(app: FastifyInstance, options: AppOptions): void {
  const { config, db, publicUrl, rejections, allRejections, brokerPublicUrl, now } = options;
  auditRoutes(app, { db, keptDays: config.auditKeptDays });
  importRoutes(app, { db, brand: config.brand, now, refresh: options.refresh });
  backupRoutes(app, { db, backup: config.backup, now });
  securityRoutes(app, { db, publicUrl, now });
  linkRoutes(app, { db, rejections, allRejections, brokerPublicUrl, config, now });
  const { system, log, version } = options;
  const mailer = openMailer({ ...config.mail, dataDir: config.dataDir, log });
  const mail = { mailer, hasMailServer: config.mail.smtpUrl !== null, product: config.brand.product };
  systemRoutes(app, { db, system, ...mail, version, started: now() });
}

/**
 * Routes of owners, alert rules, alerts, maintenance, readiness, channels and notifications. Secrets of channels are encrypted with a key of their own, and
 * receivers may take longer than those of incidents.
 */
async function openAttentionRoutes(app: FastifyInstance, options: AppOptions & { throttle: Throttle }): Promise<void> {
  const { config, db, board, origin, now, refresh, log, throttle } = options;
  const { product } = config.brand;
  ownershipRoutes(app, { db, now, product });
  alertRuleRoutes(app, { db, board, brand: config.brand, now });
  alertRoutes(app, { db, board, brand: config.brand, now });
  maintenanceRoutes(app, { db, now, product, refresh });
  readinessRoutes(app, { db, board, brand: config.brand, now });
  undoRoutes(app, { db, brand: config.brand, refresh });
  const sealer = openSealer(secretKey(config), CHANNEL_SECRETS);
  const webhooks = openWebhooks({ allowPrivate: config.webhooksMayBePrivate, timeoutMs: CHANNEL_TIMEOUT_MS });
  alertmanagerRoutes(app, { every: everyTenant(db), sealer, brand: config.brand, throttle, now });
  notificationRoutes(app, { db });
  const mailer = openMailer({ ...config.mail, dataDir: config.dataDir, log });
  const installation = await readInstallation(db);
  const senders = { mailer, webhooks, origin, product, installation, pagerDuty: PAGER_DUTY, now };
  channelRoutes(app, { db, sealer, senders });
  await openPersonalRoutes(app, options, webhooks);
}

/** Routes of each person's notifications and devices. */
async function openPersonalRoutes(app: FastifyInstance, options: AppOptions, webhooks: Webhooks): Promise<void> {
  const { config, db, origin, now } = options;
  const keys = await openPushKeys(everyTenant(db), openSealer(secretKey(config), PUSH_SECRETS));
  preferenceRoutes(app, { db, keys });
  const contact = pushContact({ origin, mailFrom: config.mail.from });
  deviceRoutes(app, { db, origin, senders: { webhooks, keys, contact, now } });
}

async function consoleSettings({ config, version, webApp }: AppOptions) {
  const { brand, googleClientId, mapTiles } = config;
  const build = webApp === null ? null : await webAppBuild(webApp);
  return { brand, google_client_id: googleClientId, map_tiles: mapTiles, version, build };
}

/** Origin of a tile template for the content security policy; `{s}` stands for any subdomain. */
function tileOrigin(template: string): string {
  const [, scheme = "https", host = ""] = /^(https?):\/\/([^/]+)/.exec(template) ?? [];
  return `${scheme}://${host.replace("{s}", "*")}`;
}
