import { readConfig } from "../src/platform/config/index.ts";
import type { Db } from "../src/platform/db/index.ts";
import { removeOld } from "../src/start/retention.ts";
import { keptRows, type Kept } from "../src/start/retention-queries.ts";

/** The rows of a table that are removed when they are old. */
export function keptIn(table: string): Kept[] {
  return keptRows(readConfig({})).filter((kept) => kept.table === table);
}

/** Removes the rows of a table that are no longer kept at a time (ms). */
export async function removeRows(db: Db, table: string, now: number): Promise<void> {
  const { signal } = new AbortController();
  for (const kept of keptIn(table)) await removeOld(db, kept, { now, signal });
}
