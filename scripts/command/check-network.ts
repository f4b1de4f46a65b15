import { randomBytes } from "node:crypto";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { isIPv6 } from "node:net";
import { delimiter, join } from "node:path";
import mqtt from "mqtt";
import { endpoints, readCertificate, UnusableCertificate, type Endpoint } from "../../server/src/certificates/index.ts";
import type { Config } from "../../server/src/config/index.ts";
import { reasonOf } from "../../server/src/lib/index.ts";
import { checkMailServer } from "../../server/src/mail/index.ts";
import { stunRequest, tryAllocation, type RelayOptions, type TurnServer } from "../../server/src/relay/index.ts";
import { probe } from "../ports.ts";
import type { RunningRelay } from "./check-running.ts";
import type { Finding } from "./finding.ts";

const TIMEOUT_MS = 5_000;
const DAY_MS = 86_400_000;
/** Certificates are usually renewed a month before they expire. */
const SOON_DAYS = 14;

type Port = { name: string; host: string; port: number };

export async function checkPorts({ host, port, opsHost, opsPort, broker }: Config): Promise<Finding[]> {
  const ports: Port[] = [
    { name: "PORT", host, port },
    { name: "OPS_PORT", host: opsHost, port: opsPort },
    ...(broker.kind === "embedded" ? [{ name: "MQTT_PORT", host: broker.host, port: broker.port }] : []),
  ];
  const findings = await Promise.all(ports.map((each) => checkPort(each)));
  const problems = findings.flatMap((finding) => finding ?? []);
  const list = ports.map(({ name, port }) => `${port} (${name})`).join(", ");
  return problems.length > 0 ? problems : [{ about: "ports", state: "ok", sentence: `${list} are free.` }];
}

async function checkPort({ name, host, port }: Port): Promise<Finding | null> {
  try {
    await probe(host, port);
    return null;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const why = code === "EADDRINUSE" ? "is in use by another program" : `cannot be used (${reasonOf(error)})`;
    return {
      about: "ports",
      state: "problem",
      sentence: `Port ${port} (${name}) ${why}. Stop that one, or choose another.`,
    };
  }
}

export async function checkBroker({ broker }: Config): Promise<Finding[]> {
  if (broker.kind === "embedded") return [];
  const about = "broker";
  try {
    const options = { connectTimeout: TIMEOUT_MS, reconnectPeriod: 0, clientId: `doctor-${process.pid}` };
    const client = await mqtt.connectAsync(broker.url, options);
    await client.endAsync();
    return [{ about, state: "ok", sentence: `The broker at ${hostOf(broker.url)} accepts this server.` }];
  } catch (error) {
    const sentence = `The broker at ${hostOf(broker.url)} does not accept this server: ${reasonOf(error)}. Check MQTT_URL and the broker's log.`;
    return [{ about, state: "problem", sentence }];
  }
}

/** Certificates of the addresses that browsers and stations use, and of the broker. */
export async function checkCertificates(config: Config): Promise<Finding[]> {
  return Promise.all(endpoints(config).map((endpoint) => checkCertificate(endpoint)));
}

async function checkCertificate(endpoint: Endpoint): Promise<Finding> {
  const about = "certificate";
  const where = `${endpoint.host}:${endpoint.port}`;
  try {
    const days = Math.floor(((await readCertificate(endpoint, { accept: "valid" })) - Date.now()) / DAY_MS);
    const state = days < SOON_DAYS ? "problem" : "ok";
    const advice = state === "problem" ? " Renew it." : "";
    return { about, state, sentence: `That of ${where} is valid for another ${days} days.${advice}` };
  } catch (error) {
    const reason = reasonOf(error);
    const isReached = error instanceof UnusableCertificate && error.isReached;
    const sentence = isReached
      ? `${where} has no valid certificate: ${reason}. Renew it, or check the certificate of the ${endpoint.server}.`
      : `${where} cannot be reached from here: ${reason}. Check that the ${endpoint.server} runs, its name and its firewall.`;
    return { about, state: "problem", sentence };
  }
}

export async function checkMail({ mode, mail: { smtpUrl }, dataDir }: Config): Promise<Finding[]> {
  const about = "mail";
  if (smtpUrl === null) {
    const state = mode === "demo" ? "ok" : "note";
    return [{ about, state, sentence: `Without SMTP_URL, emails become files in ${join(dataDir, "mail")}.` }];
  }
  try {
    await checkMailServer(smtpUrl, TIMEOUT_MS);
    return [{ about, state: "ok", sentence: `The mail server ${hostOf(smtpUrl)} accepts this server.` }];
  } catch (error) {
    const sentence = `The mail server ${hostOf(smtpUrl)} does not accept this server: ${reasonOf(error)}. Check SMTP_URL.`;
    return [{ about, state: "problem", sentence }];
  }
}

/** `running` is the relay of the running server, if there is one; `now` is the time by the database's clock. */
export async function checkTurn(
  { relay }: Config,
  { running, now }: { running: RunningRelay | null; now: number },
): Promise<Finding[]> {
  const about = "TURN server";
  if (relay.kind === "own") return [{ about, ...(await checkOwnRelay(relay, running)) }];
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

type OwnRelay = Pick<RelayOptions, "via" | "path" | "host" | "port">;

async function checkOwnRelay(
  { via, path, host, port }: OwnRelay,
  running: RunningRelay | null,
): Promise<Omit<Finding, "about">> {
  if (running !== null && !(running.isUp && (port === 0 || (await answersStun(host, port))))) {
    const sentence = `The relay of the running server (${running.kind}) does not answer. The server's log says why.`;
    return { state: "problem", sentence };
  }
  if (via === "direct") return { state: "ok", sentence: "RELAY is direct: video uses direct connections only." };
  if (running?.kind === "coturn") return { state: "ok", sentence: "coturn runs, and answers." };
  const isInstalled = path.split(delimiter).some((folder) => existsSync(join(folder, "turnserver")));
  if (!isInstalled) {
    const sentence =
      "coturn is not installed, so video works only where browsers reach stations directly. Install coturn.";
    return { state: "note", sentence };
  }
  if (running === null) return { state: "ok", sentence: "coturn is installed, and starts with Groundcrew." };
  const sentence =
    "coturn is installed, but does not run. The server's log says why. If it was installed later, restart Groundcrew.";
  return { state: "problem", sentence };
}

/** Whether a STUN server on this machine answers. `host` may stand for every address. */
async function answersStun(host: string, port: number): Promise<boolean> {
  const address = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  return bindOverUdp(address, port).then(
    () => true,
    () => false,
  );
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

function hostOf(url: string): string {
  return new URL(url).host;
}
