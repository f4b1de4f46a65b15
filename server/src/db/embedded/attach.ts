import { existsSync, realpathSync } from "node:fs";
import { urlOf } from "./launch.ts";
import { isSameFolder, readPidFile, SOCKET_PREFIX } from "./pid-file.ts";

/** The address of the embedded PostgreSQL that a running server has started on this directory; null when none runs. */
export function runningUrl(dataDir: string): string | null {
  if (!existsSync(dataDir)) return null;
  const data = realpathSync(dataDir);
  const { pid, dataDir: own, socketDir, isReady } = readPidFile(data);
  // A copy of a directory has the file of the original.
  if (!isReady || !isSameFolder(own, data) || !isAlive(pid) || !socketDir.startsWith(SOCKET_PREFIX)) return null;
  return existsSync(socketDir) ? urlOf({ kind: "socket", folder: socketDir }, data) : null;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
