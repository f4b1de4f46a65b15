import { HOUR_MS } from "@groundcrew/shared/lib";
import type { Db } from "../db/index.ts";
import type { FileStore } from "../files/index.ts";
import { deleteUploads, forgottenFiles } from "./upload-queries.ts";

/** Long enough after an upload has run out that nobody can still be at it. */
const GRACE_MS = HOUR_MS;

/** Removes files of images nobody shows any more, and what was written down about them. */
export async function sweepImages({ db, files, now }: { db: Db; files: FileStore; now: number }): Promise<void> {
  const before = new Date(now - GRACE_MS).toISOString();
  const forgotten = await forgottenFiles(db, before);
  if (forgotten.length === 0) return;
  // Files first: a row that is left leads to its file the next time.
  for (const file of forgotten) await files.remove(file);
  await deleteUploads(db, forgotten, before);
}
