import { existsSync, readdirSync, realpathSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { urlOf } from "./launch.ts";
import { isSameFolder, isSocketFolder, readPidFile } from "./pid-file.ts";

/**
 * The address of the embedded PostgreSQL that a running server has started on this directory; null when none runs. Throws a sentence if
 * this user may not find out.
 */
export function runningUrl(dataDir: string): string | null {
  if (!existsSync(dataDir)) return null;
  if (!mayRead(dataDir)) {
    const where = dirname(dataDir);
    throw new Error(`This user may not read the database in ${where}. Run this as the user that Groundcrew runs as.`);
  }
  const data = realpathSync(dataDir);
  const { pid, dataDir: own, socketDir, isReady } = readPidFile(data);
  // A copy of a directory has the file of the original.
  if (!isReady || !isSameFolder(own, data) || !isAlive(pid) || !isSocketFolder(socketDir)) return null;
  return existsSync(socketDir) ? urlOf({ kind: "socket", folder: socketDir }, data) : null;
}

function mayRead(folder: string): boolean {
  try {
    readdirSync(folder);
    statSync(join(folder, "."));
    return true;
  } catch {
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
