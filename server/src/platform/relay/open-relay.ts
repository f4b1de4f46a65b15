import { spawnSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { isIPv4, isIPv6 } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { HOUR_MS, MINUTE_MS } from "@groundcrew/shared/lib";
import { reasonOf, type Part } from "../lib/index.ts";
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

export type OpenRelay = {
  /** Its TURN server appears when coturn could be started late. */
  relay: Relay;
  /** Why coturn does not run although it is installed; null while it runs, or is not to run. */
  failure: () => string | null;
  stop(): Promise<void>;
};
type Log = Record<"info" | "warn", (details: object, line: string) => void>;

/** Coturn that could not be started is tried again after this long; after each failure the pause doubles, up to an hour. */
const RETRY_MS = { first: MINUTE_MS, longest: HOUR_MS };

/**
 * Starts coturn where it is installed, else a STUN responder, so that direct connections can be found. While coturn cannot be started, as
 * before the machine has an address, the STUN responder takes its place and coturn is tried again.
 */
export async function openRelay(options: RelayOptions, log: Log, retryMs = RETRY_MS): Promise<OpenRelay> {
  const port = await freeUdpPort(options.host, options.port);
  const relay: Relay = { stun: { host: options.publicHost, port }, turn: null };
  const program = options.via === "coturn" ? findTurnserver(options.path) : null;
  if (program === null) return { relay, failure: () => null, ...(await openStunResponder(options.host, port, log)) };

  let failure: string | null = null;
  let pauseMs = retryMs.first;
  let timer: NodeJS.Timeout | undefined;
  let open: Part | null = null;
  const unwatch = watchRelay({ kind: "coturn", isUp: async () => relay.turn !== null });

  async function attempt(installed: string): Promise<void> {
    try {
      const relayAddress = requireAddress(options.host);
      await open?.stop();
      open = null;
      open = await openCoturn(options, { program: installed, relayAddress, port, log });
      relay.turn = { host: options.publicHost, port, protocol: "udp", secret: secretOf(options) };
      unwatch();
      if (failure !== null) log.info({}, "coturn could be started now");
      failure = null;
    } catch (error) {
      const reason = reasonOf(error);
      if (reason !== failure) log.warn({ err: error }, "coturn could not be started; it is tried again");
      failure = reason;
      open ??= await openStunResponder(options.host, port, log).catch((stunError: unknown) => {
        log.warn({ err: stunError }, "the STUN responder could not be started");
        return null;
      });
      timer = setTimeout(() => (attempting = attempt(installed)), pauseMs);
      pauseMs = Math.min(2 * pauseMs, retryMs.longest);
    }
  }

  let attempting = attempt(program);
  await attempting;
  return {
    relay,
    failure: () => failure,
    async stop() {
      clearTimeout(timer);
      await attempting;
      clearTimeout(timer);
      unwatch();
      await open?.stop();
    },
  };
}

type CoturnStart = { program: string; relayAddress: string; port: number; log: Log };

async function openCoturn(options: RelayOptions, { program, relayAddress, port, log }: CoturnStart): Promise<Part> {
  const { host, publicHost, peers, dataDir, now } = options;
  const folder = join(dataDir, "relay");
  const user = relayUser();
  const externalAddress = addressThroughNat(publicHost);
  const settings = { host, port, relayAddress, externalAddress, secret: secretOf(options), peers, folder, user };
  return startCoturn({ program, settings, now, log });
}

function secretOf({ secretKey }: RelayOptions): string {
  return createHmac("sha256", secretKey).update("relay").digest("base64url");
}

/** The user that coturn becomes if this process is root. As `nobody` it could read the files of the embedded PostgreSQL. */
export function relayUser(): string | null {
  if (process.getuid?.() !== 0) return null;
  return ["turnserver", "daemon"].find((name) => spawnSync("id", ["-u", name]).status === 0) ?? "nobody";
}

async function openStunResponder(host: string, port: number, log: Log): Promise<Part> {
  const stun = await openStun({ host, port, log });
  const unwatch = watchRelay({ kind: "stun", isUp: async () => stun.isOpen() });
  return {
    async stop() {
      unwatch();
      await stun.stop();
    },
  };
}

/** The address from which video is relayed: the address listened on, or this machine's first external address. Throws if it has none. */
function requireAddress(host: string): string {
  const isEvery = host === "0.0.0.0" || host === "::" || host === "localhost" || host === "::1";
  if (!isEvery && !host.startsWith("127.")) return host;
  const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  const external = addresses.find(({ internal, address }) => !internal && !isIPv6(address));
  if (external === undefined) throw new Error("this machine has no IPv4 address to relay from");
  return external.address;
}

/** The public address if it is configured as an IP address and is not one of this machine's own: then there is NAT in between. */
function addressThroughNat(publicHost: string): string | null {
  const interfaces = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  return isIPv4(publicHost) && interfaces.every(({ address }) => address !== publicHost) ? publicHost : null;
}
