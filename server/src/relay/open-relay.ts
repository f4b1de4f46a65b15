import { spawnSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { isIPv4, isIPv6 } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import type { Logger } from "pino";
import { startCoturn, findTurnserver } from "./coturn.ts";
import { watchRelay } from "./metrics.ts";
import { freeUdpPort, openStun } from "./stun.ts";
import type { TurnServer } from "./turn.ts";

/** The STUN and TURN servers that help the two ends of a stream to connect; null for each that does not exist. */
export type Relay = {
  stun: { host: string; port: number } | null;
  turn: TurnServer | null;
};

/** How the relay is run when no external one is configured. */
export type RelayOptions = {
  /** Address to listen on. */
  host: string;
  /** 0 picks a free port; so does a port that is in use. */
  port: number;
  /** Name or address at which browsers and stations reach this machine. */
  publicHost: string;
  /** `direct`: no coturn, even where it is installed. */
  via: "coturn" | "direct";
  peers: "public" | "private";
  /** Folders in which programs are searched for. */
  path: string;
  dataDir: string;
  /** The relay's secret is derived from it, so all servers with the same key share the secret. */
  secretKey: string;
  now: () => number;
};

type OpenRelay = { relay: Relay; stop(): Promise<void> };
type Log = Pick<Logger, "warn">;

/** Starts coturn where it is installed, else a STUN responder, so that direct connections can be found. */
export async function openRelay(options: RelayOptions, log: Log): Promise<OpenRelay> {
  const program = options.via === "coturn" ? findTurnserver(options.path) : null;
  const relayAddress = addressOfMachine(options.host);
  if (program === null || relayAddress === null) return openDirect(options, log);
  try {
    return await openCoturn(options, { program, relayAddress, log });
  } catch (error) {
    log.warn({ err: error }, "coturn could not be started; live video uses direct connections only");
    return openDirect(options, log);
  }
}

async function openCoturn(
  options: RelayOptions,
  { program, relayAddress, log }: { program: string; relayAddress: string; log: Log },
): Promise<OpenRelay> {
  const { host, publicHost, peers, dataDir, now } = options;
  const port = await freeUdpPort(host, options.port);
  const secret = createHmac("sha256", options.secretKey).update("relay").digest("base64url");
  const folder = join(dataDir, "relay");
  const user = relayUser();
  const externalAddress = addressThroughNat(publicHost);
  const settings = { host, port, relayAddress, externalAddress, secret, peers, folder, user };
  const coturn = await startCoturn({ program, settings, now, log });
  const turn = { host: publicHost, port, protocol: "udp", secret } as const;
  return { relay: { stun: { host: publicHost, port }, turn }, stop: () => coturn.stop() };
}

/** The user that coturn becomes if this process is root. As `nobody` it could read the files of the embedded PostgreSQL. */
export function relayUser(): string | null {
  if (process.getuid?.() !== 0) return null;
  return ["turnserver", "daemon"].find((name) => spawnSync("id", ["-u", name]).status === 0) ?? "nobody";
}

async function openDirect({ host, port: preferredPort, publicHost }: RelayOptions, log: Log): Promise<OpenRelay> {
  const stun = await openStun({ host, port: await freeUdpPort(host, preferredPort), log });
  const unwatch = watchRelay({ kind: "stun", isUp: async () => stun.isOpen() });
  const stop = async () => {
    unwatch();
    await stun.stop();
  };
  return { relay: { stun: { host: publicHost, port: stun.port }, turn: null }, stop };
}

/** The address from which video is relayed: the address listened on, or this machine's first external address. */
function addressOfMachine(host: string): string | null {
  const isEvery = host === "0.0.0.0" || host === "::" || host === "localhost" || host === "::1";
  if (!isEvery && !host.startsWith("127.")) return host;
  const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  return addresses.find(({ internal, address }) => !internal && !isIPv6(address))?.address ?? null;
}

/** The public address if it is configured as an IP address and is not one of this machine's own: then there is NAT in between. */
function addressThroughNat(publicHost: string): string | null {
  const interfaces = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  return isIPv4(publicHost) && interfaces.every(({ address }) => address !== publicHost) ? publicHost : null;
}
