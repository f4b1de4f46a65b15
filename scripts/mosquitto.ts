import { globSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { mayInstall, unpack } from "./apt.ts";
import { findProgram, isProgram } from "./find-program.ts";

/** A Mosquitto, and where the libraries lie that it needs beside those of the machine. */
export type Mosquitto = { path: string; libraries: string | null };

const UNPACKED = fileURLToPath(new URL("../node_modules/.cache/mosquitto", import.meta.url));
/** Where it is installed when that is not on everybody's PATH. */
const FOLDERS = ["/usr/sbin", "/usr/local/sbin", "/opt/homebrew/sbin"];

/** The broker that the tests of an external broker run on: the one named by `MOSQUITTO`, an installed one, or one unpacked here. */
function findMosquitto(): Mosquitto | null {
  const installed = process.env["MOSQUITTO"] || findProgram(["mosquitto"], FOLDERS);
  if (installed) return { path: installed, libraries: null };
  const path = join(UNPACKED, "usr/sbin/mosquitto");
  const [libraries = null] = globSync(join(UNPACKED, "usr/lib/*-linux-*"));
  return isProgram(path) ? { path, libraries } : null;
}

/** Finds a broker or fetches Debian's; fails with a sentence on how to get one. */
export function ensureMosquitto(): Mosquitto {
  const found = findMosquitto() ?? (mayInstall() && unpack("mosquitto", UNPACKED) ? findMosquitto() : null);
  if (found !== null) return found;
  const ways = "apt-get install mosquitto on Debian, brew install mosquitto on macOS";
  throw new Error(`These tests need the MQTT broker Mosquitto: install it (${ways}), or set MOSQUITTO to its path.`);
}
