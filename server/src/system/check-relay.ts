import { randomBytes } from "node:crypto";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { isIPv6 } from "node:net";
import { delimiter, join } from "node:path";
import type { Finding } from "@groundcrew/shared/system";
import type { Config } from "../platform/config/index.ts";
import { reasonOf } from "../platform/lib/index.ts";
import { stunRequest, tryAllocation, type Relay, type RelayOptions, type TurnServer } from "../platform/relay/index.ts";

const TIMEOUT_MS = 5_000;

/** The relay of a running server. `failure` is why coturn does not run although it is installed. */
export type RunningRelay = { relay: Relay; failure: string | null };

/** `running` is null if no server runs, or another process runs it; `now` is the time by the database's clock. */
export async function checkTurn(
  { relay }: Config,
  { running, now }: { running: RunningRelay | null; now: number },
): Promise<Finding[]> {
  if (relay.kind === "own") return [await checkOwnRelay(relay, { running, now })];
  const { stun, turn } = relay.relay;
  return Promise.all([
    ...(stun === null ? [] : [checkStunServer(stun)]),
    ...(turn === null ? [] : [checkTurnServer(turn, now)]),
  ]);
}

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

type OwnRelay = Pick<RelayOptions, "via" | "path" | "host">;

async function checkOwnRelay(
  { via, path, host }: OwnRelay,
  { running, now }: { running: RunningRelay | null; now: number },
): Promise<Finding> {
  const finding = (state: Finding["state"], sentence: string): Finding => ({ about: "TURN server", state, sentence });
  if (via === "direct") return finding("ok", "RELAY is direct: video uses direct connections only.");
  const isInstalled = path.split(delimiter).some((folder) => existsSync(join(folder, "turnserver")));
  if (!isInstalled) {
    return finding(
      "note",
      "coturn is not installed, so video works only where browsers reach stations directly. Install coturn.",
    );
  }
  if (running === null) return finding("ok", "coturn is installed, and starts with Groundcrew.");
  if (running.failure !== null) {
    return finding(
      "problem",
      `coturn does not run: ${running.failure}. It is tried again; until then video uses direct connections only. Check RELAY_HOST and RELAY_PORT.`,
    );
  }
  const { turn } = running.relay;
  if (turn === null) return finding("problem", "coturn was installed after the start. Restart Groundcrew.");
  try {
    await tryAllocation({ ...turn, host: addressHere(host) }, now);
    return finding("ok", "coturn is running and answers.");
  } catch (error) {
    return finding("problem", `coturn does not relay: ${reasonOf(error)}. End it; the server starts it again.`);
  }
}

/** The address at which this machine reaches a listener. `host` may stand for every address. */
function addressHere(host: string): string {
  return host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
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
