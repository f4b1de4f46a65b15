import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from "node:fs";
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MEMORY = "/dev/shm";
const PREFIX = "groundcrew-test-run-";
const GB = 1024 ** 3;
/** Several times what the tests use at once, which is up to 1.5 GB. */
const NEEDED = 6 * GB;

/**
 * The folder for the temporary files of a test run: one in memory if there is enough of it, because most of them are small files of
 * databases, which a disk creates far more slowly. It is deleted when this process ends.
 */
export function temporaryFolder(): string {
  const current = tmpdir();
  // Processes of the tests read this as well, and use the folder of the process that started them.
  if (current.startsWith(MEMORY) || !existsSync(MEMORY)) return current;
  const prefix = `${PREFIX}${pidNamespace()}-`;
  for (const name of readdirSync(MEMORY)) if (isLeftBehind(name, prefix)) removeLeftBehind(join(MEMORY, name));
  if (process.availableMemory() < NEEDED || freeBytes(MEMORY) < NEEDED) return current;
  const folder = mkdtempSync(join(MEMORY, `${prefix}${process.pid}-`));
  // Like /tmp: as root, PostgreSQL runs as another user.
  chmodSync(folder, 0o1777);
  process.once("exit", () => remove(folder));
  return canExecute(folder) ? folder : current;
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** Tests write programs, which a folder in memory may forbid. */
function canExecute(folder: string): boolean {
  const program = join(folder, "program");
  writeFileSync(program, "#!/bin/sh\n", { mode: 0o755 });
  return spawnSync(program).status === 0;
}

/** Identifies the container, or whatever else has process ids of its own and may share the memory. */
function pidNamespace(): string {
  return readlinkSync("/proc/self/ns/pid").replaceAll(/\D/g, "");
}

/** Whether a folder belongs to a run that was killed. */
function isLeftBehind(name: string, prefix: string): boolean {
  if (!name.startsWith(prefix)) return false;
  const [pid = ""] = name.slice(prefix.length).split("-");
  return !existsSync(join("/proc", pid));
}

/** Deletes what a killed run left, small disks that it mounted included. What cannot be deleted must not stop this run. */
function removeLeftBehind(folder: string): void {
  try {
    for (const mounted of mountsWithin(folder)) spawnSync("umount", ["-l", mounted]);
    remove(folder);
  } catch (error) {
    // Another run that starts now may be deleting the same folder.
    if (existsSync(folder)) console.warn(`${folder} of an earlier test run could not be deleted: ${String(error)}`);
  }
}

function mountsWithin(folder: string): string[] {
  return readFileSync("/proc/self/mounts", "utf8")
    .split("\n")
    .map((line) => line.split(" ")[1] ?? "")
    .filter((mounted) => mounted.startsWith(`${folder}/`));
}

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}
