import { spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { chmodSync, mkdirSync, writeFileSync, accessSync, constants } from "node:fs";
import { join, delimiter } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { allocates, relayRestarts, watchRelay } from "./metrics.ts";
import { stunRequest } from "./stun.ts";

type CoturnOptions = {
  program: string;
  settings: CoturnSettings;
  now: () => number;
  log: { warn: (details: object, line: string) => void };
};

const START_MS = 10_000;
const STOP_MS = 3_000;
const STUN_INTERVAL_MS = 200;
const FIRST_RESTART_MS = 2_000;
/** A process that ran this long is restarted soon. For one that exits sooner the pause doubles, up to this long. */
const STEADY_MS = 60_000;

// coturn does not notice when its parent is killed; the shell around it notices the end of its standard input.
const WRAPPED = `
exec 3<&0
"$1" -c "$2" </dev/null &
pid=$!
{ cat <&3; kill "$pid"; } >/dev/null 2>&1 &
trap 'kill "$pid"' TERM INT HUP
wait "$pid"`;

/** Runs coturn until it is stopped and restarts it when it exits. Rejects when it does not start. */
export async function startCoturn({ program, settings, now, log }: CoturnOptions): Promise<{ stop(): Promise<void> }> {
  const config = writeConfig(settings);
  let isStopping = false;
  let pauseMs = FIRST_RESTART_MS;
  let child = run();

  function run(): ChildProcess {
    const started = spawn("/bin/sh", ["-c", WRAPPED, "coturn", program, config], {
      stdio: ["pipe", "ignore", "ignore"],
    });
    started.stdin?.on("error", () => {});
    started.on("error", () => {});
    void follow(started);
    return started;
  }

  /** Restarts coturn after a pause when it has exited or could not be started. */
  async function follow(started: ChildProcess): Promise<void> {
    const began = Date.now();
    const why = await once(started, "exit").then(
      ([code]) => ({ code }),
      (error: unknown) => ({ err: error }),
    );
    started.stdin?.destroy();
    if (Date.now() - began > STEADY_MS) pauseMs = FIRST_RESTART_MS;
    const pause = sleep(pauseMs, undefined, { ref: false });
    pauseMs = Math.min(2 * pauseMs, STEADY_MS);
    await pause;
    // Checked after the exit: Ctrl-C in the terminal also ends coturn, a moment before `stop` is called.
    if (isStopping) return;
    relayRestarts.inc();
    log.warn(why, "coturn ended; it is started again");
    child = run();
  }

  const isRunning = () => child.pid !== undefined && child.exitCode === null && child.signalCode === null;
  const turn = { host: ownAddress(settings), port: settings.port, protocol: "udp", secret: settings.secret } as const;
  const unwatch = watchRelay({ kind: "coturn", isUp: async () => isRunning() && (await allocates(turn, now())) });

  async function stop(): Promise<void> {
    isStopping = true;
    unwatch();
    if (!isRunning()) return;
    const ended = once(child, "exit");
    child.stdin?.end();
    await Promise.race([ended, sleep(STOP_MS, undefined, { ref: false })]);
    child.kill("SIGKILL");
  }

  if (await isAnswering(settings)) return { stop };
  await stop();
  throw new Error("coturn did not answer in time");
}

/** The file contains the secret, so only its owner may read it. */
function writeConfig(settings: CoturnSettings): string {
  mkdirSync(settings.folder, { recursive: true, mode: 0o700 });
  const path = join(settings.folder, "turnserver.conf");
  writeFileSync(path, coturnConfig(settings), { mode: 0o600 });
  chmodSync(path, 0o600);
  return path;
}

/** Sends STUN requests until one is answered. */
async function isAnswering(settings: CoturnSettings): Promise<boolean> {
  const [address, { port }] = [ownAddress(settings), settings];
  const socket = createSocket(address.includes(":") ? "udp6" : "udp4");
  const replied = once(socket, "message").then(() => true);
  const timer = setInterval(() => socket.send(stunRequest(randomBytes(12)), port, address, () => {}), STUN_INTERVAL_MS);
  try {
    return await Promise.race([replied, sleep(START_MS, false, { ref: false })]);
  } finally {
    clearInterval(timer);
    socket.close();
  }
}

/** The address at which this machine reaches it. */
function ownAddress({ host }: CoturnSettings): string {
  return host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
}

/** The path of coturn's `turnserver` in the folders of `path`; null when it is not installed. */
export function findTurnserver(path: string): string | null {
  const folders = path.split(delimiter).filter((folder) => folder !== "");
  return folders.map((folder) => join(folder, "turnserver")).find(isProgram) ?? null;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    // Missing or not executable: try the next folder.
    return false;
  }
}

/** The settings that coturn's configuration is made from. */
type CoturnSettings = {
  /** Address that it listens on; `0.0.0.0` is all of them. */
  host: string;
  port: number;
  /** Address of this machine from which video is relayed. */
  relayAddress: string;
  /** The public address for `relayAddress` behind NAT; null without NAT. */
  externalAddress: string | null;
  secret: string;
  /** Whether it may relay to private networks, where browsers and stations of the same site are. */
  peers: "public" | "private";
  /** Folder for its files. */
  folder: string;
  /** User it runs as; null for the current user. */
  user: string | null;
};

const NEVER = ["0.0.0.0-0.255.255.255", "127.0.0.0-127.255.255.255", "169.254.0.0-169.254.255.255"];
const SPECIAL = [
  "192.0.0.0-192.0.0.255",
  "192.0.2.0-192.0.2.255",
  "192.88.99.0-192.88.99.255",
  "198.18.0.0-198.19.255.255",
  "198.51.100.0-198.51.100.255",
  "203.0.113.0-203.0.113.255",
  "224.0.0.0-255.255.255.255",
];
const PRIVATE = [
  "10.0.0.0-10.255.255.255",
  "100.64.0.0-100.127.255.255",
  "172.16.0.0-172.31.255.255",
  "192.168.0.0-192.168.255.255",
];
/** Includes the ranges that embed an IPv4 address, which would bypass the IPv4 rules: ::/96, mapped, NAT64, Teredo and 6to4. */
const NEVER_6 = [
  "::-::ffff:ffff",
  "::ffff:0.0.0.0-::ffff:255.255.255.255",
  "64:ff9b::-64:ff9b:1:ffff:ffff:ffff:ffff:ffff",
  "100::-100::ffff:ffff:ffff:ffff",
  "2001::-2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff",
  "2002::-2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
  "fe80::-febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
  "ff00::-ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
];
const PRIVATE_6 = ["fc00::-fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"];

/**
 * coturn's configuration: it relays only for clients with valid credentials, and not to internal addresses. Its own address is allowed,
 * because two clients that both need the relay meet there.
 */
export function coturnConfig(settings: CoturnSettings): string {
  const { host, port, relayAddress, externalAddress, secret, peers, folder, user } = settings;
  const denied = [...NEVER, ...SPECIAL, ...NEVER_6, ...(peers === "public" ? [...PRIVATE, ...PRIVATE_6] : [])];
  const lines = [
    ...(host === "0.0.0.0" || host === "::" ? [] : [`listening-ip=${host}`]),
    `listening-port=${port}`,
    `relay-ip=${relayAddress}`,
    ...(externalAddress === null ? [] : [`external-ip=${externalAddress}/${relayAddress}`]),
    "min-port=49160",
    "max-port=49959",
    "fingerprint",
    "use-auth-secret",
    `static-auth-secret=${secret}`,
    "realm=groundcrew",
    "stale-nonce=600",
    // One viewer or station opens an allocation for each of its network interfaces.
    "user-quota=12",
    "total-quota=1200",
    "max-bps=400000",
    // Clients are not offered TCP, because another program may use the TCP port of the same number.
    "no-tcp",
    "no-tcp-relay",
    "no-multicast-peers",
    "no-cli",
    "no-tls",
    "no-dtls",
    "no-rfc5780",
    "no-stun-backward-compatibility",
    "response-origin-only-with-rfc5780",
    ...denied.map((range) => `denied-peer-ip=${range}`),
    `allowed-peer-ip=${relayAddress}`,
    ...(user === null ? [] : [`proc-user=${user}`]),
    `userdb=${folder}/turndb`,
    `pidfile=${folder}/turnserver.pid`,
    "log-file=stdout",
    "simple-log",
  ];
  return `${lines.join("\n")}\n`;
}
