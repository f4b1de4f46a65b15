import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The contents of `postmaster.pid`. `pid` is 0 when there is no such file; `dataDir` is the folder that the server was started on. */
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
 * The pid of a dead server may have been reused by another process (common in containers), which PostgreSQL would take for a live server.
 * Writing an impossible pid, instead of deleting the file, keeps PostgreSQL's check for leftover sessions working.
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
