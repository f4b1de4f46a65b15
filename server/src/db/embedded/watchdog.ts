import { spawn } from "node:child_process";
import { join } from "node:path";
import type { RunAs } from "./run-as.ts";

// Polls, because a server that is still starting has no pid file. Comparing with the pid file avoids killing a process that reuses the
// pid.
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
  /** Folders to delete when the server is gone. */
  litter: string[];
};

/**
 * Starts a shell that reads from a pipe of this process. When this process dies, even by kill -9, the pipe closes; the shell then shuts
 * the server down and deletes `litter`. Returns a function that ends the watchdog without any cleanup.
 */
export function watch({ pid, data, runAs, litter }: Watched): () => void {
  const args = ["-c", SCRIPT, "watchdog", String(pid), join(data, "postmaster.pid"), ...litter];
  const dog = spawn("/bin/sh", args, { ...runAs, cwd: "/", detached: true, stdio: ["pipe", "ignore", "ignore"] });
  // If the watchdog cannot be started, the next start cleans up.
  dog.on("error", () => {});
  dog.stdin.on("error", () => {});
  dog.unref();
  if ("unref" in dog.stdin && typeof dog.stdin.unref === "function") dog.stdin.unref();
  return () => dog.kill("SIGKILL");
}
