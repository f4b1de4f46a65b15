import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { findTurnserver } from "../server/src/platform/relay/coturn.ts";
import { mayInstall, unpack, withLibraries } from "./apt.ts";
import { isProgram } from "./find-program.ts";

const MISSING = "The test of the relay needs coturn, which could not be downloaded. Install it: apt-get install coturn";
const UNPACKED = fileURLToPath(new URL("../node_modules/.cache/coturn", import.meta.url));

/**
 * The folder of coturn's `turnserver`: an installed one, else Debian's package unpacked here. The package is not installed, because
 * Debian would start it as a service that listens on all addresses. Throws an error that says how to install it if there is none.
 */
export function ensureTurnserver(report: (line: string) => void): string {
  const installed = findTurnserver(process.env["PATH"] ?? "");
  if (installed !== null) return dirname(installed);
  const program = join(UNPACKED, "usr/bin/turnserver");
  if (!isProgram(program)) {
    if (!mayInstall()) throw new Error(MISSING);
    report("Downloading coturn for the tests of the relay…");
    if (!unpack("coturn", UNPACKED)) throw new Error(MISSING);
  }
  return withLibraries(program, UNPACKED);
}
