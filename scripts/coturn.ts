import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { findTurnserver } from "../server/src/relay/find-turnserver.ts";

/** Finds coturn, or installs it where that may be done without asking: as root on Debian. Null where there is none. */
export function ensureTurnserver(say: (line: string) => void): string | null {
  const path = process.env["PATH"] ?? "";
  const found = findTurnserver(path);
  if (found !== null || process.getuid?.() !== 0 || !existsSync("/etc/debian_version")) return found;
  say("Installing coturn for the tests of the relay…");
  for (const args of [["update"], ["install", "-y", "--no-install-recommends", "coturn"]]) {
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    const { status } = spawnSync("apt-get", ["-q", ...args], { stdio: ["ignore", "ignore", "inherit"], env });
    if (status !== 0) return null;
  }
  return findTurnserver(path);
}
