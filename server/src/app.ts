import type { RejectedConnection, InvalidMessage } from "@groundcrew/shared/link";
import type { Endpoint } from "@groundcrew/shared/contract";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { apiKeyRoutes, apiKeysIn } from "./api-keys/index.ts";
import { findAnswer, refusalsIn } from "./audit/index.ts";
import { type Config, secretKey } from "./config/index.ts";
import { cameraRoutes } from "./cameras/index.ts";
import { configRoutes } from "./configs/index.ts";
import { consoleRoutes } from "./console/index.ts";
import { everyTenant } from "./db/connect.ts";
import { isDatabaseUnavailable, type SharedDb } from "./db/index.ts";
import type { FileStore } from "./files/index.ts";
import { createApp, serveNothingElse, serveWebApp } from "./http/index.ts";
import type { Commands } from "./link/index.ts";
import { organizationRoutes } from "./organizations/index.ts";
import type { Relay } from "./relay/index.ts";
import { securityRoutes } from "./security/index.ts";
import { deviceCookie, googleVerifier, sessionCookie, sessionRoutes, sessionsIn } from "./sessions/index.ts";
import { ssotRoutes } from "./ssot/index.ts";
import { linkRoutes } from "./station-link/index.ts";
import { stationErrorRoutes } from "./station-errors/index.ts";
import { stationTypeRoutes } from "./station-types/index.ts";
import { editStationRoutes, openGeocoder, stationRoutes, type Board } from "./stations/index.ts";
import { statsRoutes } from "./stats/index.ts";
import { endStreamsOf, streamRoutes } from "./streams/index.ts";
import { supportLogRoutes } from "./support-log/index.ts";
import { throttleIn } from "./throttle/index.ts";
import { acceptWithGoogle, passwordRoutes, userRoutes } from "./users/index.ts";
import { openWebhooks } from "./webhooks/index.ts";

/** What the routes work with. */
export type AppParts = {
  config: Config;
  /** Public address of the console. */
  origin: string;
  db: SharedDb;
  board: Board;
  /** Brings stations up to date on the board. */
  refresh: (names: readonly string[]) => Promise<void>;
  /** Asks stations to do something. */
  commands: Commands;
  /** Servers that help live video on its way. */
  relay: Relay;
  /** Images of stations. */
  files: FileStore;
  /** Address of the console as stations reach it, once it is listened on. */
  publicUrl: () => string;
  /** How long a call waits for new pictures, if not as long as is usual. */
  imageWaitMs?: number;
  /** Stations whose connections were rejected, latest attempt first; null where the broker does not report them. */
  refused: () => RejectedConnection[] | null;
  /** Address at which stations reach the broker; null where only its operator knows. */
  brokerPublicUrl: string | null;
  /** Of each station the last message that could not be read, latest first. */
  invalidMessages: () => InvalidMessage[];
  /** Ends a station's connection to the link. */
  disconnect: (station: string) => void;
  /** The time at every server, in ms since 1970. */
  now: () => number;
  log: Logger;
  version: string;
  /** Folder of the built web app; null serves the API alone. */
  webApp: string | null;
};

/** The console's HTTP server with every route it has, and what these routes declare. */
export async function buildApp(parts: AppParts): Promise<{ app: FastifyInstance; endpoints: readonly Endpoint[] }> {
  const { config, origin, db, board, refresh, commands, files, now, log } = parts;
  const every = everyTenant(db);
  const { brand } = config;
  const date = () => new Date(now());
  const cookie = sessionCookie(origin);
  const sessions = sessionsIn(db, { provider: brand.provider, now: date });
  const keys = apiKeysIn(db, { provider: brand.provider, now: date });
  const { app, endpoints } = await createApp({
    log,
    origin,
    tileOrigin: config.mapTiles && tileOrigin(config.mapTiles.url),
    trustProxy: config.trustProxy,
    identify: { tokenOf: cookie.read, bySession: sessions.principal, byKey: keys.principal },
    findAnswer: (key) => findAnswer(db, key),
    isDatabaseUnavailable,
    noteRefusal: refusalsIn(db, now),
  });

  const device = deviceCookie({ origin, secretKey: secretKey(config) });
  const google = config.googleClientId === null ? null : googleVerifier({ clientId: config.googleClientId });
  const throttle = throttleIn(db, date);
  const webhooks = openWebhooks({ allowPrivate: config.webhooksMayBePrivate });
  const geocode = openGeocoder({ serviceUrl: config.geocoderUrl, log });

  consoleRoutes(app, { settings: consoleSettings(config), endpoints, version: parts.version, cookie: cookie.name });
  const acceptInvitation = (email: string) => acceptWithGoogle(db, email, date());
  sessionRoutes(app, { db, sessions, cookie, device, google, throttle, acceptInvitation });
  userRoutes(app, { db, brand, throttle, now: date });
  passwordRoutes(app, { db, throttle, device, product: brand.product, now: date });
  organizationRoutes(app, { db });
  apiKeyRoutes(app, { db });
  stationRoutes(app, { db, board });
  const endStreams = (station: string) => endStreamsOf({ db: every, commands, now }, station);
  editStationRoutes(app, { db, board, brand, geocode, now, refresh, disconnect: parts.disconnect, endStreams });
  stationTypeRoutes(app);
  configRoutes(app, { db });
  ssotRoutes(app, { db, now, refresh });
  statsRoutes(app, { db, now });
  stationErrorRoutes(app, { db, refresh });
  supportLogRoutes(app, { db, refresh, webhooks });
  const { publicUrl, imageWaitMs: waitMs } = parts;
  cameraRoutes(app, { db, every, files, commands, publicUrl, now, ...(waitMs !== undefined && { waitMs }) });
  streamRoutes(app, { db, every, commands, relay: parts.relay, maxStreams: config.maxStreams, now });
  securityRoutes(app, { db, publicUrl: parts.publicUrl, now });
  const { refused, invalidMessages, brokerPublicUrl } = parts;
  linkRoutes(app, { db, refused, invalidMessages, brokerPublicUrl, config, now });

  async function hasSession(cookies: string | undefined): Promise<boolean> {
    const token = cookie.read(cookies);
    if (token === undefined) return false;
    // Without a database nobody knows. The page then asks, and says what is wrong.
    return sessions.principal(token, true).then(
      ({ kind }) => kind === "user",
      () => true,
    );
  }

  if (parts.webApp === null) serveNothingElse(app);
  else await serveWebApp(app, parts.webApp, hasSession);
  return { app, endpoints };
}

function consoleSettings({ brand, googleClientId, mapTiles }: Config) {
  return { brand, google_client_id: googleClientId, map_tiles: mapTiles };
}

/** Host of a tile template as the content security policy names it; `{s}` stands for any sub-domain. */
function tileOrigin(template: string): string {
  const [, scheme = "https", host = ""] = /^(https?):\/\/([^/]+)/.exec(template) ?? [];
  return `${scheme}://${host.replace("{s}", "*")}`;
}
