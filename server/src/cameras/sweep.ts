import { HOUR_MS } from "@groundcrew/shared/lib";
import type { Db } from "../platform/db/index.ts";
import type { FileStore } from "../platform/files/index.ts";
import { deleteUploads, forgottenFiles } from "./queries.ts";

/** Long enough after an upload has expired that none can still be running. */
const GRACE_MS = HOUR_MS;

/** Removes the files and rows of images that are no camera's latest. Rejects when a file cannot be removed. */
export async function sweepImages({
  db,
  files,
  now,
  signal,
}: {
  db: Db;
  files: FileStore;
  now: number;
  signal: AbortSignal;
}): Promise<void> {
  const before = new Date(now - GRACE_MS).toISOString();
  for (;;) {
    const forgotten = await forgottenFiles(db, before);
    if (forgotten.length === 0) return;
    // Files first: if a row remains, its file is removed the next time.
    const { removed, failures } = await removeFiles(files, forgotten);
    await deleteUploads(db, removed, before);
    if (failures.length > 0) throw failures[0];
    if (signal.aborted) return;
  }
}

/** Continues after a file that cannot be removed. */
async function removeFiles(
  files: FileStore,
  names: readonly string[],
): Promise<{ removed: string[]; failures: unknown[] }> {
  const removed: string[] = [];
  const failures: unknown[] = [];
  for (const name of names) {
    await files.remove(name).then(
      () => removed.push(name),
      (error: unknown) => failures.push(error),
    );
  }
  return { removed, failures };
}
