import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { findProgram } from "../../scripts/find-program.ts";

const strace = findProgram(["strace"], ["/usr/bin"]);
export const hasStrace = strace !== null;

/** What strace says about each process: `Process 1 attached`, or that it has ended in the meantime. */
const ATTACHED = / attached|attach: ptrace/;

/** Records system calls of processes, or changes them, as the options of strace say, until it is finished; resolves when it has begun. */
export async function traceCalls(pids: readonly number[], options: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), "calls-"));
  const file = join(folder, "calls.txt");
  const args = [...options, "-o", file, ...pids.flatMap((pid) => ["-p", String(pid)])];
  const child = spawn(strace ?? "", args, { stdio: ["ignore", "ignore", "pipe"] });
  const ended = once(child, "close");
  const attached = createInterface({ input: child.stderr });
  let count = 0;
  for await (const line of attached) {
    if (ATTACHED.test(line) && (count += 1) === pids.length) break;
  }
  const calls = async () => (await readFile(file, "utf8")).split("\n");
  return {
    /** The calls so far in their order, one a line. */
    calls,
    /** Lets the processes run without it, and returns the calls. */
    async finish(): Promise<string[]> {
      child.kill("SIGINT");
      await ended;
      const all = await calls();
      await rm(folder, { recursive: true, force: true });
      return all;
    },
  };
}
