import { globSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { mayInstall, unpack } from "./apt.ts";
import { findProgram, isProgram } from "./find-program.ts";

/** The path of Mosquitto, and the folder of additional libraries that it needs. */
export type Mosquitto = { path: string; libraries: string | null };

const UNPACKED = fileURLToPath(new URL("../node_modules/.cache/mosquitto", import.meta.url));
/** Installation folders that are not always on the PATH. */
const FOLDERS = ["/usr/sbin", "/usr/local/sbin", "/opt/homebrew/sbin"];

/** The broker for tests with an external broker: named by `MOSQUITTO`, installed, or unpacked here. */
function findMosquitto(): Mosquitto | null {
  const installed = process.env["MOSQUITTO"] || findProgram(["mosquitto"], FOLDERS);
  if (installed) return { path: installed, libraries: null };
  const path = join(UNPACKED, "usr/sbin/mosquitto");
  const [libraries = null] = globSync(join(UNPACKED, "usr/lib/*-linux-*"));
  return isProgram(path) ? { path, libraries } : null;
}

/** Finds a broker or downloads Debian's; throws an error that says how to install one. */
export function ensureMosquitto(): Mosquitto {
  const found = findMosquitto() ?? (mayInstall() && unpack("mosquitto", UNPACKED) ? findMosquitto() : null);
  if (found !== null) return found;
  const howTo = "apt-get install mosquitto on Debian, brew install mosquitto on macOS";
  throw new Error(`These tests need the MQTT broker Mosquitto: install it (${howTo}), or set MOSQUITTO to its path.`);
}
