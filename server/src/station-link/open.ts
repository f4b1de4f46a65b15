import { SECOND_MS } from "@groundcrew/shared/lib";
import type { RejectedConnection } from "@groundcrew/shared/link";
import type { Logger } from "pino";
import { addressOf } from "../address.ts";
import { type Config, isLoopback, secretKey } from "../config/index.ts";
import { retryWhileUnavailable, type Db } from "../db/index.ts";
import { credentialFiles, embeddedLink, externalLink, type Link } from "../link/index.ts";
import { authenticateStations, startCredentialCache } from "../stations/index.ts";

/** How long the start waits for a broker whose files are written here; after that it goes on without, and keeps trying. */
const FILES_PATIENCE_MS = 5 * SECOND_MS;

type Part = { stop: () => Promise<void> };

export type StationLinkOptions = {
  config: Config;
  db: Db;
  /** Name of this server. */
  server: string;
  now: () => number;
  log: Logger;
  /** Takes over what was started: it is stopped with the server. */
  own: (part: Part) => Part;
};

/** The way to the stations as it is configured, not yet started. */
type StationLink = {
  link: Link;
  /** Whether the broker is our own, so that what was connected before this start is gone. */
  isOwn: boolean;
  /** Null where the broker does not report them. */
  refused: () => RejectedConnection[] | null;
  /** Address on this machine or network, without a login, once the link is started. */
  brokerUrl: () => string;
  /** Address at which stations reach the broker, once the link is started; null where only its operator knows. */
  brokerPublicUrl: () => string | null;
};

/** Opens the link over our own broker, or over one of others that is told whom to let in if it is to be. */
export async function openStationLink(options: StationLinkOptions): Promise<StationLink> {
  const { config, db, server, now, log, own } = options;
  const { broker } = config;
  if (broker.kind === "embedded") {
    const link = embeddedLink({ ...broker, authenticate: authenticateStations(db), now, log });
    const brokerUrl = () => addressOf("mqtt", broker.host, link.port());
    const brokerPublicUrl = () => publicUrlOf(config, { host: broker.host, port: link.port() });
    return { link, isOwn: true, refused: () => link.refused(), brokerUrl, brokerPublicUrl };
  }
  const { url, credentials } = broker;
  if (credentials !== null) {
    const files = credentialFiles({ ...credentials, log });
    own(await retryWhileUnavailable(() => startCredentialCache({ db, files, log })));
  }
  // Such a broker can be started only after its files are written, which a server does that has started.
  const waiting = credentials === null ? {} : { patienceMs: FILES_PATIENCE_MS, startsWithout: true };
  const link = externalLink({ url, server, group: secretKey(config), ...waiting, now, log });
  const addresses = { brokerUrl: () => withoutLogin(url), brokerPublicUrl: () => config.brokerPublicUrl };
  return { link, isOwn: false, refused: () => null, ...addresses };
}

type Listening = { host: string; port: number | undefined };

/**
 * Of our own broker. Unless it is set, only that of a console on this machine is known: for others the broker may be behind a proxy
 * that ends TLS, and a password must not be tried without it.
 */
export function publicUrlOf(
  { brokerPublicUrl, origin }: Pick<Config, "brokerPublicUrl" | "origin">,
  { host, port }: Listening,
): string | null {
  if (brokerPublicUrl !== null) return brokerPublicUrl;
  const isLocal = isLoopback(host) && (origin === null || isLoopback(new URL(origin).hostname));
  return isLocal ? addressOf("mqtt", host, port) : null;
}

/** Stations have logins of their own. */
function withoutLogin(text: string): string {
  const url = new URL(text);
  url.username = "";
  url.password = "";
  return url.href;
}
