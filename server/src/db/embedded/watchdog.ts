import { spawn } from "node:child_process";
import { join } from "node:path";
import type { RunAs } from "./run-as.ts";

// Asks again and again, as a starting server has no pid file yet; by comparing with it no reused id is hit.
const SCRIPT = `read -r _
n=0
while [ $n -lt 150 ] && kill -0 "$1"; do
  n=$((n+1))
  read -r pid <"$2" && [ "$pid" = "$1" ] && kill -INT "$1"
  sleep 0.2
done
shift 2
rm -rf "$@"`;

type Watched = {
  pid: number;
  data: string;
  runAs: RunAs;
  /** Folders to delete once the server is gone. */
  litter: string[];
};

/**
 * A shell that reads a pipe from us. When we die without a word, even by kill -9, the pipe closes: it shuts the server
 * down and clears up. Returns what dismisses it, with nothing cleared up.
 */
export function watch({ pid, data, runAs, litter }: Watched): () => void {
  const args = ["-c", SCRIPT, "watchdog", String(pid), join(data, "postmaster.pid"), ...litter];
  const dog = spawn("/bin/sh", args, { ...runAs, cwd: "/", detached: true, stdio: ["pipe", "ignore", "ignore"] });
  // Without it the next start still clears up.
  dog.on("error", () => {});
  dog.stdin.on("error", () => {});
  dog.unref();
  if ("unref" in dog.stdin && typeof dog.stdin.unref === "function") dog.stdin.unref();
  return () => dog.kill("SIGKILL");
}
