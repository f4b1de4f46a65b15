import { randomBytes } from "node:crypto";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { isIPv6 } from "node:net";
import type { Finding } from "@groundcrew/shared/system";
import type { Config } from "../platform/config/index.ts";
import { reasonOf } from "../platform/lib/index.ts";
import { stunRequest, tryAllocation, type TurnServer } from "../platform/relay/index.ts";

const TIMEOUT_MS = 5_000;

/** `now` is the time by the database's clock. */
export async function checkTurn({ relay }: Config, now: number): Promise<Finding[]> {
  if (relay.kind === "own") return [DIRECT];
  const { stun, turn } = relay.relay;
  return Promise.all([
    ...(stun === null ? [] : [checkStunServer(stun)]),
    ...(turn === null ? [] : [checkTurnServer(turn, now)]),
  ]);
}

const DIRECT: Finding = {
  about: "TURN server",
  state: "note",
  sentence: "None is set up, so video works only where browsers reach stations directly. Set TURN_HOST.",
};

async function checkStunServer({ host, port }: { host: string; port: number }): Promise<Finding> {
  const where = `The STUN server ${host}:${port}`;
  try {
    await bindOverUdp(host, port);
    return { about: "TURN server", state: "ok", sentence: `${where} answers.` };
  } catch (error) {
    const sentence = `${where} does not answer: ${reasonOf(error)}. Check STUN_HOST, STUN_PORT and its firewall.`;
    return { about: "TURN server", state: "problem", sentence };
  }
}

async function checkTurnServer(turn: TurnServer, now: number): Promise<Finding> {
  const where = `The TURN server ${turn.host}:${turn.port} (${turn.protocol})`;
  try {
    await tryAllocation(turn, now);
    return { about: "TURN server", state: "ok", sentence: `${where} relays for this server.` };
  } catch (error) {
    const sentence = `${where} does not relay for this server: ${reasonOf(error)}. Check the settings TURN_…, its clock and its firewall.`;
    return { about: "TURN server", state: "problem", sentence };
  }
}

/** Resolves when a STUN server has answered a binding request (RFC 8489), which TURN servers answer too. */
async function bindOverUdp(host: string, port: number): Promise<void> {
  const socket = createSocket(isIPv6(host) ? "udp6" : "udp4");
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const answered = once(socket, "message", { signal }).catch((error: unknown) => {
      throw signal.aborted ? new Error("no reply within 5 s") : error;
    });
    socket.send(stunRequest(randomBytes(12)), port, host);
    await answered;
  } finally {
    socket.close();
  }
}
