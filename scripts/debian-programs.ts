import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { mayInstall, unpack, withLibraries } from "./apt.ts";
import { findProgram, isProgram } from "./find-program.ts";

const CACHE = fileURLToPath(new URL("../node_modules/.cache", import.meta.url));
/** Installation folders that are not always on the PATH. */
const FOLDERS = ["/usr/sbin", "/usr/local/sbin", "/opt/homebrew/bin"];

/** The path of a program: an installed one, else Debian's package unpacked here. Throws an error that says how to install it if there is none. */
export function ensureProgram(name: "haproxy" | "nats-server" | "nginx"): string {
  const installed = findProgram([name], FOLDERS);
  if (installed !== null) return installed;
  const unpacked = join(CACHE, name);
  const program = join(unpacked, "usr/sbin", name);
  if (!isProgram(program) && !(mayInstall() && unpack(name, unpacked))) {
    const howTo = `apt-get install ${name} on Debian, brew install ${name} on macOS`;
    throw new Error(`This test needs the program ${name}: install it (${howTo}).`);
  }
  return join(withLibraries(program, unpacked), name);
}
