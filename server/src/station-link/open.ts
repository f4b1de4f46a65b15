import type { RejectedConnection } from "@groundcrew/shared/link";
import type { Logger } from "pino";
import { addressOf, withoutLogin } from "../platform/address.ts";
import { type Config, isLoopback, secretKey } from "../platform/config/index.ts";
import { retryWhileUnavailable, type Db } from "../platform/db/index.ts";
import type { Part } from "../platform/lib/index.ts";
import { credentialFiles, embeddedLink, externalLink, type Link } from "../platform/link/index.ts";
import { authenticateStations, startCredentialSync } from "../stations/index.ts";
import { threadedLink, type ThreadedLinkOptions } from "./threaded-link.ts";

export type StationLinkOptions = {
  config: Config;
  db: Db;
  /** Name of this server. */
  server: string;
  now: () => number;
  log: Logger;
  /** Registers a part that was started, so that it is stopped with the server. */
  own: (part: Part) => Part;
  /** How long the start waits for an external broker, if not as long as usual. */
  startTimeoutMs?: number;
};

/** The configured station link, not started yet. */
type StationLink = {
  link: Link;
  /** Whether the broker is the server's own, so that connections from before this start are gone. */
  isOwn: boolean;
  /** Null when the broker does not report rejected connections. */
  rejectedConnections: () => RejectedConnection[] | null;
  /** The broker's address on this machine or network, without login, once the link is started. */
  brokerUrl: () => string;
  /** The address at which stations reach the broker, once the link is started; null when only the broker's operator knows it. */
  brokerPublicUrl: () => string | null;
};

/** Opens the link over the server's own broker or an external one, for which it can write the stations' credentials to files. */
export async function openStationLink(options: StationLinkOptions): Promise<StationLink> {
  const { config, db, server, now, log, own, startTimeoutMs } = options;
  const { broker } = config;
  if (broker.kind === "embedded") {
    const link = embeddedLink({ ...broker, authenticate: authenticateStations(db), now, log });
    const brokerUrl = () => addressOf("mqtt", broker.host, link.port());
    const brokerPublicUrl = () => publicUrlOf(config, { host: broker.host, port: link.port() });
    return {
      link,
      isOwn: true,
      rejectedConnections: () => link.rejectedConnections(),
      brokerUrl,
      brokerPublicUrl,
    };
  }
  const { url, credentials } = broker;
  if (credentials !== null) {
    const files = credentialFiles({ ...credentials, log });
    own(await retryWhileUnavailable(() => startCredentialSync({ db, files, log })));
  }
  // A broker whose files this server writes can only start after that, so the server starts without it and keeps trying.
  const canStartWithout = credentials !== null;
  const waiting = { canStartWithout, ...(startTimeoutMs !== undefined && { startTimeoutMs }) };
  const link = externalLink({ url, server, group: secretKey(config), ...waiting, now, log });
  const addresses = { brokerUrl: () => withoutLogin(url), brokerPublicUrl: () => config.brokerPublicUrl };
  return { link, isOwn: false, rejectedConnections: () => null, ...addresses };
}

type ThreadedOptions = Pick<ThreadedLinkOptions, "databaseUrl" | "server" | "board" | "refresh" | "show" | "log"> & {
  config: Config;
};

/** The same with a link in a thread of its own, which also stores stations' messages; null unless that is configured. */
export function openThreadedLink({ config, databaseUrl, server, log, ...showing }: ThreadedOptions) {
  const { broker, eventLimits, mode, logLevel, traces } = config;
  if (broker.kind !== "embedded" || broker.threads === 0) return null;
  const { host, port } = broker;
  const { board, refresh, show } = showing;
  const setup = { broker: { host, port }, databaseUrl, server, eventLimits, config: { mode, logLevel, traces } };
  const link = threadedLink({ ...setup, board, refresh, show, log });
  return {
    link,
    brokerUrl: () => addressOf("mqtt", host, link.port()),
    brokerPublicUrl: () => publicUrlOf(config, { host, port: link.port() }),
  };
}

type Listening = { host: string; port: number | undefined };

/**
 * The public address of the server's own broker. Unless it is configured, it is only known for a console on this machine: otherwise the
 * broker may be behind a proxy that ends TLS, and a password must not be sent without TLS.
 */
export function publicUrlOf(
  { brokerPublicUrl, origin }: Pick<Config, "brokerPublicUrl" | "origin">,
  { host, port }: Listening,
): string | null {
  if (brokerPublicUrl !== null) return brokerPublicUrl;
  const isLocal = isLoopback(host) && (origin === null || isLoopback(new URL(origin).hostname));
  return isLocal ? addressOf("mqtt", host, port) : null;
}
