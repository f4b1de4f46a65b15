import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { mayInstall, unpack, withLibraries } from "./apt.ts";
import { findProgram, isProgram } from "./find-program.ts";

const UNPACKED = fileURLToPath(new URL("../node_modules/.cache/nginx", import.meta.url));
/** Installation folders that are not always on the PATH. */
const FOLDERS = ["/usr/sbin", "/usr/local/sbin", "/opt/homebrew/bin"];

/** The path of nginx: an installed one, else Debian's package unpacked here. Throws an error that says how to install it if there is none. */
export function ensureNginx(): string {
  const installed = findProgram(["nginx"], FOLDERS);
  if (installed !== null) return installed;
  const program = join(UNPACKED, "usr/sbin/nginx");
  if (!isProgram(program) && !(mayInstall() && unpack("nginx", UNPACKED))) {
    const howTo = "apt-get install nginx on Debian, brew install nginx on macOS";
    throw new Error(`The test of a reverse proxy needs nginx: install it (${howTo}).`);
  }
  return join(withLibraries(program, UNPACKED), "nginx");
}
