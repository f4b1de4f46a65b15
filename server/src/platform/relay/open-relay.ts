import type { Part } from "../lib/index.ts";
import { watchRelay } from "./metrics.ts";
import { freeUdpPort, openStun } from "./stun.ts";
import type { TurnServer } from "./turn.ts";

/** The STUN and TURN servers that help the two ends of a stream to connect; null for each that does not exist. */
export type Relay = {
  stun: { host: string; port: number } | null;
  turn: TurnServer | null;
};

/** How this server's own STUN server is run. */
export type OwnStun = {
  /** Address to listen on. */
  host: string;
  /** 0 picks a free port; so does a port that is in use. */
  port: number;
  /** Name or address at which browsers and stations reach this machine. */
  publicHost: string;
};

/** Starts a STUN server, so that direct connections can be found. */
export async function openOwnStun(
  { host, port: preferred, publicHost }: OwnStun,
  log: { warn: (details: object, line: string) => void },
): Promise<Part & { relay: Relay }> {
  const port = await freeUdpPort(host, preferred);
  const stun = await openStun({ host, port, log });
  const watched = watchRelay({ kind: "stun", isUp: async () => stun.isOpen() });
  return {
    relay: { stun: { host: publicHost, port }, turn: null },
    async stop() {
      await watched.stop();
      await stun.stop();
    },
  };
}
