import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, rmSync, statSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { GOAL_MISSED } from "./measure.ts";

/** A row of a table is slower if it takes this many times as long as before. */
const SLOWER = 1.05;

type Comparison = { root: string; before: string; alternations: number; script: string; options: readonly string[] };

/**
 * Runs a benchmark as it was before, with the server of that version, and as it is now, alternately, and says how their times compare. `before` is a
 * commit, or a folder with another version and its dependencies.
 */
export async function compare({ root, before, alternations, script, options }: Comparison): Promise<number> {
  const isFolder = existsSync(before) && statSync(before).isDirectory();
  const folder = isFolder ? before : join(tmpdir(), `groundcrew-before-${process.pid}`);
  if (!isFolder) git(root, "worktree", "add", "--detach", folder, before);
  const times = { before: new Map<string, number[][]>(), now: new Map<string, number[][]>() };
  let code = 0;
  try {
    if (!existsSync(join(folder, "bench", script))) throw new Error(`${before} has no benchmark ${script}.`);
    if (!isFolder) install(folder);
    for (let nth = 1; nth <= alternations; nth += 1) {
      for (const version of ["before", "now"] as const) {
        console.log(`\n# ${version === "before" ? before : "now"}, run ${nth}, load ${loadavg()[0]?.toFixed(1)}`);
        const run = await runBenchmark(version === "before" ? folder : root, script, options);
        code = run.code;
        if (code !== 0 && code !== GOAL_MISSED) return code;
        for (const [row, values] of timesOf(run.output)) {
          times[version].set(row, [...(times[version].get(row) ?? []), values]);
        }
      }
    }
    console.log(summary(times.before, times.now));
    return code;
  } finally {
    if (!isFolder) {
      git(root, "worktree", "remove", "--force", folder);
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

/** Runs a benchmark of the version in a folder, and shows its output as it comes. */
export async function runBenchmark(folder: string, script: string, options: readonly string[]) {
  const child = spawn(process.execPath, [join("bench", script), ...options], {
    cwd: folder,
    stdio: ["inherit", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
    process.stdout.write(text);
  });
  await once(child, "close");
  return { code: child.exitCode ?? 1, output };
}

/** The times in ms of each row of the tables in a benchmark's output, by the row's name. */
export function timesOf(output: string): Map<string, number[]> {
  const rows = output.matchAll(/^\| ([^|]+) \|(.*)\|$/gm);
  return new Map(
    Array.from(rows, ([, name = "", cells = ""]) => [
      name,
      cells.split("|").flatMap((cell) => {
        const [, time] = /^([\d.]+) ms$/.exec(cell.trim()) ?? [];
        return time === undefined ? [] : [Number(time)];
      }),
    ]),
  );
}

/** A table of the least times of all runs, which a busy machine affects least, and of their ratios. */
export function summary(before: ReadonlyMap<string, number[][]>, now: ReadonlyMap<string, number[][]>): string {
  const lines = [...before].flatMap(([name, earlier]) => {
    const later = now.get(name) ?? [];
    const ratios = (earlier[0] ?? []).flatMap((_, column) => {
      const [from, to] = [leastOf(earlier, column), leastOf(later, column)];
      return from > 0 && Number.isFinite(to) ? [{ from, to, ratio: to / from }] : [];
    });
    if (ratios.length === 0) return [];
    const cells = ratios.map(({ from, to, ratio }) => `${from} → ${to} (${ratio.toFixed(2)})`);
    return [`| ${[name, ...cells, ratios.some(({ ratio }) => ratio > SLOWER) ? "slower" : ""].join(" | ")} |`];
  });
  return ["\n# The least times before and now (ms), and their ratios", ...lines].join("\n");
}

function leastOf(runs: readonly number[][], column: number): number {
  return Math.min(...runs.map((times) => times[column] ?? Number.POSITIVE_INFINITY));
}

function git(root: string, ...args: string[]): void {
  const { status } = spawnSync("git", args, { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
  if (status !== 0) throw new Error(`git ${args[0]} failed.`);
}

function install(folder: string): void {
  const { status } = spawnSync(process.execPath, ["scripts/ensure.mjs"], { cwd: folder, stdio: "inherit" });
  if (status !== 0) throw new Error("The dependencies could not be installed.");
}
