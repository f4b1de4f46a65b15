import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { findAnswer } from "./audit/index.ts";
import { consoleRoutes } from "./console/index.ts";
import { isDatabaseAway, type Db } from "./db/index.ts";
import { createApp, serveWebApp } from "./http/index.ts";
import { secretKey } from "./secret-key.ts";
import { deviceCookie, googleVerifier, sessionCookie, sessionRoutes, sessionsIn } from "./sessions/index.ts";
import { stationRoutes, type Board } from "./stations/index.ts";
import { throttleIn } from "./throttle/index.ts";
import type { Config } from "./config.ts";

/** What the routes work with. */
export type AppParts = {
  config: Config;
  /** Public address of the console. */
  origin: string;
  db: Db;
  board: Board;
  log: Logger;
  version: string;
  /** Folder of the built web app; null serves the API alone. */
  webApp: string | null;
};

/** The console's HTTP server with every route it has. */
export async function buildApp({
  config,
  origin,
  db,
  board,
  log,
  version,
  webApp,
}: AppParts): Promise<FastifyInstance> {
  const { brand, googleClientId, mapTiles, trustProxy } = config;
  const cookie = sessionCookie(origin);
  const now = () => new Date();
  const sessions = sessionsIn(db, { provider: brand.provider, now });
  const { app, endpoints } = await createApp({
    log,
    origin,
    tileOrigin: mapTiles && tileOrigin(mapTiles.url),
    trustProxy,
    identify: {
      tokenOf: cookie.read,
      bySession: sessions.principal,
      byKey: async () => ({ kind: "anonymous" }),
    },
    findAnswer: (key) => findAnswer(db, key),
    isDatabaseAway,
  });

  const settings = { brand, google_client_id: googleClientId, map_tiles: mapTiles };
  consoleRoutes(app, { settings, endpoints, version });
  const device = deviceCookie({ origin: origin, secretKey: secretKey(config) });
  const google = googleClientId === null ? null : googleVerifier({ clientId: googleClientId });
  sessionRoutes(app, { db, sessions, cookie, device, google, throttle: throttleIn(db, now) });
  stationRoutes(app, { db, board });

  if (webApp !== null) await serveWebApp(app, webApp);
  return app;
}

/** Host of a tile template as the content security policy names it; `{s}` stands for any sub-domain. */
function tileOrigin(template: string): string {
  const [, scheme = "https", host = ""] = /^(https?):\/\/([^/]+)/.exec(template) ?? [];
  return `${scheme}://${host.replace("{s}", "*")}`;
}
