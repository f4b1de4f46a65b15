import { findTurnserver } from "../server/src/relay/find-turnserver.ts";
import { install, mayInstall } from "./apt.ts";

/** Finds coturn, or installs it where that may be done without asking: as root on Debian. Null where there is none. */
export function ensureTurnserver(say: (line: string) => void): string | null {
  const path = process.env["PATH"] ?? "";
  const found = findTurnserver(path);
  if (found !== null || !mayInstall()) return found;
  say("Installing coturn for the tests of the relay…");
  return install("coturn") ? findTurnserver(path) : null;
}
