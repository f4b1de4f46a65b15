import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { codeOf } from "./explain.ts";
import { isWindows, type RunAs } from "./run-as.ts";

/**
 * The whole environment of PostgreSQL's programs. Inheriting PGDATA, PGPORT or LD_LIBRARY_PATH would change what is started. The C locale
 * keeps messages in English.
 */
export const PROGRAM_ENV = { LC_ALL: "C", PATH: "/usr/local/bin:/usr/bin:/bin" };

/** Runs a program until it exits. Returns stdout and stderr as one text. */
export function run(program: string, args: string[], options: RunAs & { cwd: string }) {
  return new Promise<{ code: number | null; output: string }>((resolve, reject) => {
    const child = spawn(program, args, {
      ...options,
      env: PROGRAM_ENV,
      windowsHide: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (chunk) => {
        output += chunk;
      });
    }
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, output }));
  });
}

/** The command line of a process; empty when it is not running (or a zombie), null when that cannot be determined. */
export async function commandLine(pid: number): Promise<string | null> {
  // Not needed on Windows: PostgreSQL signals through named pipes there, so its own check is reliable.
  if (isWindows) return null;
  if (process.platform === "linux") return commandLineOnLinux(pid);
  const ps = spawn("ps", ["-ww", "-o", "command=", "-p", String(pid)], { stdio: ["ignore", "pipe", "ignore"] });
  let text = "";
  ps.stdout.setEncoding("utf8").on("data", (chunk) => {
    text += chunk;
  });
  await once(ps, "close");
  return text;
}

function commandLineOnLinux(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch (error) {
    if (["ENOENT", "ESRCH"].includes(codeOf(error))) return "";
    throw error;
  }
}

const STEPS = [
  { signal: "INT", waitMs: 15_000 },
  { signal: "QUIT", waitMs: 5_000 },
  { signal: "KILL", waitMs: 5_000 },
] as const;

/** Stops a PostgreSQL server: fast shutdown, then immediate shutdown (the next start recovers), then kill. */
export async function endProcess(pid: number, bin: string, isGone: () => boolean | Promise<boolean>): Promise<void> {
  for (const { signal, waitMs } of STEPS) {
    // On Windows, Node can only terminate a process.
    if (isWindows) spawn(join(bin, "pg_ctl"), ["kill", signal, String(pid)], { stdio: "ignore" });
    else sendSignal(pid, `SIG${signal}`);
    if (await until(isGone, waitMs)) return;
  }
  throw new Error(`PostgreSQL process ${pid} does not stop.`);
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (codeOf(error) !== "ESRCH") throw error;
  }
}

/** Polls `test` until it returns true. False when that has not happened within `waitMs`. */
export async function until(test: () => boolean | Promise<boolean>, waitMs: number): Promise<boolean> {
  const deadline = Date.now() + waitMs;
  while (!(await test())) {
    if (Date.now() > deadline) return false;
    await sleep(15);
  }
  return true;
}
