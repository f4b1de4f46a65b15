import { spawnSync } from "node:child_process";
import { chownSync, existsSync, statSync } from "node:fs";
import { dirname } from "node:path";

/** The user that PostgreSQL runs as; empty for the current user. */
export type RunAs = { uid?: number; gid?: number };

export const isWindows = process.platform === "win32";
export const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;

/** PostgreSQL refuses to run as root. It then runs as the owner of the data directory or of its nearest parent, else as nobody. */
export function runUser(path: string): RunAs {
  if (!isRoot) return {};
  if (!existsSync(path)) return runUser(dirname(path));
  const { uid, gid } = statSync(path);
  // initdb requires a user with a name.
  if (uid !== 0 && id("-un", String(uid)) !== "") return { uid, gid };
  return nobody();
}

export function isNobodyUser(runAs: RunAs): boolean {
  return runAs.uid === nobody().uid;
}

/** Makes PostgreSQL's user the owner of a file or folder. */
export function changeOwner(path: string, { uid, gid }: RunAs): void {
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
}

export function canEnter(folder: string, runAs: RunAs): boolean {
  if (runAs.uid === undefined) return true;
  return spawnSync("/bin/sh", ["-c", 'cd "$0"', folder], { ...runAs, cwd: "/" }).status === 0;
}

function nobody(): Required<RunAs> {
  // `| 0` because macOS prints -2 as 4294967294.
  return { uid: Number(id("-u", "nobody") || NOBODY) | 0, gid: Number(id("-g", "nobody") || NOBODY) | 0 };
}

function id(...args: string[]): string {
  const result = spawnSync("id", args, { encoding: "utf8" });
  return result.status === 0 ? result.stdout.trim() : "";
}
