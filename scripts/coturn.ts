import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { networkInterfaces, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { mayInstall, unpack, withLibraries } from "./apt.ts";
import { findProgram, isProgram } from "./find-program.ts";

const MISSING = "The test of the relay needs coturn, which could not be downloaded. Install it: apt-get install coturn";
const UNPACKED = fileURLToPath(new URL("../node_modules/.cache/coturn", import.meta.url));
const DOCUMENTED = fileURLToPath(new URL("../deploy/compose/turnserver.conf", import.meta.url));

/**
 * The folder of coturn's `turnserver`: an installed one, else Debian's package unpacked here. The package is not installed, because
 * Debian would start it as a service that listens on all addresses. Throws an error that says how to install it if there is none.
 */
function ensureTurnserver(): string {
  const installed = findProgram(["turnserver"]);
  if (installed !== null) return dirname(installed);
  const program = join(UNPACKED, "usr/bin/turnserver");
  if (!isProgram(program)) {
    if (!mayInstall()) throw new Error(MISSING);
    console.log("Downloading coturn for the tests of the relay…");
    if (!unpack("coturn", UNPACKED)) throw new Error(MISSING);
  }
  return withLibraries(program, UNPACKED);
}

/**
 * Runs coturn with the documented configuration at 127.0.0.1. It relays from `relayAddress`, by default this machine's own; browsers do not
 * connect to a loopback address there. Resolves at once; coturn answers some moments later.
 */
export function startCoturn({ port, secret, relayAddress = ownAddress() }: CoturnOptions) {
  const folder = mkdtempSync(join(tmpdir(), "coturn-"));
  const lines = [
    ...readFileSync(DOCUMENTED, "utf8")
      .split("\n")
      .filter((line) => !line.startsWith("#") && !line.startsWith("listening-port=")),
    "listening-ip=127.0.0.1",
    `listening-port=${port}`,
    `relay-ip=${relayAddress}`,
    `allowed-peer-ip=${relayAddress}`,
    `static-auth-secret=${secret}`,
    `userdb=${folder}/turndb`,
    `pidfile=${folder}/turnserver.pid`,
  ];
  writeFileSync(join(folder, "turnserver.conf"), lines.join("\n"), { mode: 0o600 });
  const child = spawn(join(ensureTurnserver(), "turnserver"), ["-c", join(folder, "turnserver.conf")], {
    stdio: "ignore",
  });
  return {
    /** Settings of a server that uses it. */
    settings: { TURN_HOST: "127.0.0.1", TURN_PORT: String(port), TURN_SECRET: secret },
    signal: (signal: NodeJS.Signals) => child.kill(signal),
    async stop(): Promise<void> {
      const ended = child.exitCode === null && child.signalCode === null ? once(child, "exit") : null;
      child.kill("SIGKILL");
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

type CoturnOptions = { port: number; secret: string; relayAddress?: string };

function ownAddress(): string {
  const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  return addresses.find(({ internal, family }) => !internal && family === "IPv4")?.address ?? "127.0.0.1";
}
