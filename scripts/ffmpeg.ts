import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { mayInstall, unpack, withLibraries } from "./apt.ts";
import { findProgram, isProgram } from "./find-program.ts";

const UNPACKED = fileURLToPath(new URL("../node_modules/.cache/ffmpeg", import.meta.url));

/** The folder of ffmpeg: an installed one, else Debian's package unpacked here. Throws an error that says how to install it if there is none. */
export function ensureFfmpeg(): string {
  const installed = findProgram(["ffmpeg"]);
  if (installed !== null) return dirname(installed);
  const program = join(UNPACKED, "usr/bin/ffmpeg");
  if (!isProgram(program) && !(mayInstall() && unpack("ffmpeg", UNPACKED))) {
    const howTo = "apt-get install ffmpeg on Debian, brew install ffmpeg on macOS";
    throw new Error(`The test of a real camera needs ffmpeg: install it (${howTo}).`);
  }
  return withLibraries(program, UNPACKED);
}
