import { existsSync, readFileSync, writeFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import path from "node:path";
import { commandLine, endProcess, until } from "./process.ts";

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
function disownPidFile(data: string): void {
  const [, ...rest] = readLines(data);
  if (rest.length > 0) writeFileSync(join(data, "postmaster.pid"), [IMPOSSIBLE_PID, ...rest].join("\n"));
}

/** A server that was killed while it wrote the file leaves it empty, and PostgreSQL does not start beside that. One that is starting fills it at once. */
async function removeEmptyPidFile(data: string): Promise<void> {
  const path = join(data, "postmaster.pid");
  const isEmpty = () => existsSync(path) && readPidFile(data).pid === 0;
  if (isEmpty() && !(await until(() => !isEmpty(), 1_000))) rmSync(path);
}

function readLines(data: string): string[] {
  const path = join(data, "postmaster.pid");
  if (!existsSync(path)) return [];
  return readFileSync(path, "utf8").split("\n");
}

/** Part of every command line started here. Distinguishes orphaned servers of this program from other servers. */
export const MARK = "cluster_name=groundcrew";

const SOCKET_FOLDER = "groundcrew-";

/**
 * How the path of a socket folder begins. A service of systemd has a runtime directory, which commands see, and a /tmp of its own, which they do
 * not. Short, because socket paths are limited to about 104 bytes.
 */
export function socketPrefix({ RUNTIME_DIRECTORY }: NodeJS.ProcessEnv): string {
  return join(RUNTIME_DIRECTORY ?? "/tmp", SOCKET_FOLDER);
}

export function isSocketFolder(folder: string): boolean {
  return path.basename(folder).startsWith(SOCKET_FOLDER);
}

type Leftover = { data: string; bin: string; log: (line: string) => void };

/**
 * A killed parent can leave a running server (not on Windows, where the server dies with it) or a stale `postmaster.pid`. The holder of
 * the lock may stop the orphan, because nothing uses it. In a copy of a data directory, `postmaster.pid` refers to the server of the
 * original, so that process and its socket are left alone.
 */
export async function endOrphan({ data, bin, log }: Leftover): Promise<void> {
  const { pid, dataDir, socketDir } = readPidFile(data);
  if (pid === 0) return removeEmptyPidFile(data);
  if (!isSameFolder(dataDir, data)) return disownPidFile(data);
  const command = await commandLine(pid);
  if (command?.includes(`-D ${data} -c ${MARK}`)) {
    log(`Stopping the PostgreSQL (process ${pid}) that an earlier run left behind.`);
    await endProcess(pid, bin, async () => !(await commandLine(pid))?.includes(data));
  } else if (command?.includes(data) && command.includes("postgres")) {
    const whose = `a PostgreSQL that this program did not start (process ${pid})`;
    throw new Error(`The database in ${data} is in use by ${whose}. Stop it first.`);
  } else if (command !== null) {
    disownPidFile(data);
  }
  if (isSocketFolder(socketDir)) rmSync(socketDir, { recursive: true, force: true });
}

/** Whether two absolute paths refer to the same folder. PostgreSQL writes "/" on Windows too, where Node's paths have "\\". */
export function isSameFolder(one: string, other: string, rules: Pick<typeof path, "resolve"> = path): boolean {
  return rules.resolve(one) === rules.resolve(other);
}
