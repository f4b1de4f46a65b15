import { DatabaseSync } from "node:sqlite";
import { changeOwner, type RunAs } from "./run-as.ts";
import { until } from "./process.ts";

const SQLITE_BUSY = 5;

type LockOptions = {
  /** The user that may take the lock later, when this start runs as root. */
  runAs: RunAs;
  waitMs: number;
  /** The error message when the lock was not released in time. */
  busy: () => string;
};

/**
 * A lock that the kernel releases when its holder dies, on every system. Node has no `flock`, but SQLite locks its files. Resolves to the
 * function that releases the lock.
 */
export async function lock(path: string, { runAs, waitMs, busy }: LockOptions): Promise<() => void> {
  const file = new DatabaseSync(path);
  changeOwner(path, runAs);
  if (await until(() => isTaken(file), waitMs)) {
    return () => {
      if (file.isOpen) file.close();
    };
  }
  file.close();
  throw new Error(busy());
}

function isTaken(file: DatabaseSync): boolean {
  try {
    file.exec("BEGIN EXCLUSIVE");
    return true;
  } catch (error) {
    if (error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY) return false;
    throw error;
  }
}
