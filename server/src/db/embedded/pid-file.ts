import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What PostgreSQL says of itself in `postmaster.pid`; `pid` is 0 when there is no such file, `dataDir` what it was started on. */
export type PidFile = { pid: number; dataDir: string; socketDir: string; isReady: boolean };

const IMPOSSIBLE_PID = "2147483647";

export function readPidFile(data: string): PidFile {
  const lines = readLines(data);
  return {
    pid: Number(lines[0] ?? 0),
    dataDir: lines[1] ?? "",
    socketDir: lines[4] ?? "",
    isReady: lines[7]?.trim() === "ready",
  };
}

/**
 * A dead server's id may belong to another process by now (usual in containers), which PostgreSQL would take for a live
 * server. An impossible id, instead of no file, keeps its check for leftover sessions.
 */
export function disownPidFile(data: string): void {
  const [, ...rest] = readLines(data);
  if (rest.length > 0) writeFileSync(join(data, "postmaster.pid"), [IMPOSSIBLE_PID, ...rest].join("\n"));
}

function readLines(data: string): string[] {
  const path = join(data, "postmaster.pid");
  if (!existsSync(path)) return [];
  return readFileSync(path, "utf8").split("\n");
}
