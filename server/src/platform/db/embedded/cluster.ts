import { randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { codeOf } from "./explain.ts";
import { run, until } from "./process.ts";
import type { Programs } from "./programs.ts";
import { changeOwner, isWindows, type RunAs } from "./run-as.ts";

export type ClusterOptions = {
  data: string;
  programs: Programs;
  runAs: RunAs;
  durable: boolean;
  log: (line: string) => void;
};

const PASSWORD_FILE = "groundcrew.password";

/** Creates the data directory, all or nothing. An existing one is only checked. */
export async function createCluster(options: ClusterOptions): Promise<void> {
  const { data, programs, runAs, durable, log } = options;
  const parent = dirname(data);
  const unfinished = `${basename(data)}.init-`;
  mkdirSync(parent, { recursive: true });
  // Leftovers of a run that was killed here. Its initdb may still be writing for a moment.
  for (const name of readdirSync(parent)) if (name.startsWith(unfinished)) await remove(join(parent, name));
  if (existsSync(data) && readdirSync(data).length > 0) return checkExisting(data, programs);

  log(`Creating the database in ${data}.`);
  const work = mkdtempSync(join(parent, unfinished));
  try {
    changeOwner(work, runAs);
    await initialize(work, options);
    // It is empty, but Windows cannot rename onto an existing folder.
    if (existsSync(data)) rmdirSync(data);
    // The database exists from this moment on. Without the sync, a power failure could undo the rename after rows were committed.
    renameSync(join(work, "data"), data);
    if (durable && !isWindows) syncFolder(parent);
  } finally {
    await remove(work);
  }
}

/** Password of the superuser `postgres`, generated together with the data directory. */
export function readPassword(data: string): string {
  return readFileSync(join(data, PASSWORD_FILE), "utf8");
}

async function initialize(work: string, { programs, runAs, durable }: ClusterOptions): Promise<void> {
  const password = join(work, "password");
  writeFileSync(password, randomBytes(24).toString("base64url"), { mode: 0o600 });
  changeOwner(password, runAs);
  // This collation sorts by code point, knows all Unicode letters, and is the same on every system, so a system update cannot change it
  // under an index. For lists that people read, use: order by name collate "und-x-icu".
  const collation = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  const access = ["--username=postgres", "--pwfile", password, "--auth=scram-sha-256"];
  const safety = durable ? ["--data-checksums"] : ["--no-sync"];
  const args = ["--pgdata", join(work, "data"), ...access, ...collation, ...safety];
  const { code, output } = await run(join(programs.bin, "initdb"), args, { ...runAs, cwd: work });
  if (code !== 0) throw new Error(`The database could not be created: ${output.trim()}`);
  renameSync(password, join(work, "data", PASSWORD_FILE));
}

function checkExisting(data: string, { major }: Programs): void {
  if (!existsSync(join(data, "PG_VERSION")) || !existsSync(join(data, PASSWORD_FILE))) {
    const what = "is neither empty nor a database made by this program, so it was left alone";
    throw new Error(`${data} ${what}. Choose another DATA_DIR.`);
  }
  const found = readFileSync(join(data, "PG_VERSION"), "utf8").trim();
  if (found === major) return;
  const advice = `Install the package for ${found}, dump the database, and load the dump with ${major}.`;
  throw new Error(`The database in ${data} was made by PostgreSQL ${found}, but ${major} is installed. ${advice}`);
}

/** Leftover files are no reason to fail. What cannot be removed now is removed at a later start. */
async function remove(path: string): Promise<void> {
  await until(() => {
    try {
      rmSync(path, { recursive: true, force: true });
    } catch (error) {
      // Still being written to, or open on Windows.
      if (!["ENOTEMPTY", "EBUSY", "EPERM"].includes(codeOf(error))) throw error;
    }
    return !existsSync(path);
  }, 5_000);
}

function syncFolder(path: string): void {
  const handle = openSync(path, "r");
  fsyncSync(handle);
  closeSync(handle);
}
