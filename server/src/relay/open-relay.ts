import { createHmac } from "node:crypto";
import { isIPv4, isIPv6 } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import type { Logger } from "pino";
import { startCoturn } from "./coturn.ts";
import { findTurnserver } from "./find-turnserver.ts";
import type { Relay } from "./relay.ts";
import { freeUdpPort, openStun } from "./stun.ts";

/** How the servers that live video needs are run when none are given. */
export type OwnRelay = {
  /** Address to listen on. */
  host: string;
  /** 0 takes a free one, and so does one that is taken. */
  port: number;
  /** Name or address that browsers and stations reach this machine by. */
  publicHost: string;
  /** Direct: no coturn, even where it is installed. */
  way: "coturn" | "direct";
  peers: "public" | "private";
  /** Folders that programs are looked for in. */
  path: string;
  dataDir: string;
  /** The relay's secret is made from it, so that all servers with the same key share it. */
  secretKey: string;
};

type Opened = { relay: Relay; stop(): Promise<void> };
type Log = Pick<Logger, "warn">;

/** Starts coturn where it is installed, else something that answers STUN, so that the direct way can be found. */
export async function openRelay(own: OwnRelay, log: Log): Promise<Opened> {
  const program = own.way === "coturn" ? findTurnserver(own.path) : null;
  const relayAddress = addressOfMachine(own.host);
  if (program === null || relayAddress === null) return openDirect(own, log);
  try {
    return await openCoturn(own, { program, relayAddress, log });
  } catch (error) {
    log.warn({ err: error }, "coturn could not be started; live video takes the direct way alone");
    return openDirect(own, log);
  }
}

async function openCoturn(
  own: OwnRelay,
  { program, relayAddress, log }: { program: string; relayAddress: string; log: Log },
): Promise<Opened> {
  const { host, publicHost, peers, dataDir } = own;
  const port = await freeUdpPort(host, own.port);
  const secret = createHmac("sha256", own.secretKey).update("relay").digest("base64url");
  const folder = join(dataDir, "relay");
  const user = process.getuid?.() === 0 ? "nobody" : null;
  const externalAddress = addressThroughNat(publicHost);
  const settings = { host, port, relayAddress, externalAddress, secret, peers, folder, user };
  const coturn = await startCoturn({ program, settings, log });
  const turn = { host: publicHost, port, protocol: "udp", secret } as const;
  return { relay: { stun: { host: publicHost, port }, turn }, stop: () => coturn.stop() };
}

async function openDirect({ host, port: wished, publicHost }: OwnRelay, log: Log): Promise<Opened> {
  const stun = await openStun({ host, port: await freeUdpPort(host, wished), log });
  return { relay: { stun: { host: publicHost, port: stun.port }, turn: null }, stop: () => stun.stop() };
}

/** The address that video is relayed from: what is listened on, or this machine's first that others can reach. */
function addressOfMachine(host: string): string | null {
  const isEvery = host === "0.0.0.0" || host === "::" || host === "localhost" || host === "::1";
  if (!isEvery && !host.startsWith("127.")) return host;
  const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  return addresses.find(({ internal, address }) => !internal && !isIPv6(address))?.address ?? null;
}

/** The public address if it is given as one and is none of this machine's own: someone in between translates it. */
function addressThroughNat(publicHost: string): string | null {
  const own = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  return isIPv4(publicHost) && own.every(({ address }) => address !== publicHost) ? publicHost : null;
}
