import { sql } from "kysely";
import type { Db } from "./connect.ts";

/** How many rows a statement writes at most: it may take four seconds, and a station that is retired takes up to 4 ms on a busy machine. */
const AT_ONCE = 250;

/** Writes rows in pieces, in their order; returns what each piece returns. */
export async function inPieces<Row, Result>(
  rows: readonly Row[],
  write: (piece: readonly Row[]) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < rows.length; start += AT_ONCE)
    results.push(await write(rows.slice(start, start + AT_ONCE)));
  return results;
}

/**
 * Locks rows in pieces, in the order of their names, as all who lock several do. What writes reports of stations may hold a lock for seconds on a busy
 * machine, so the transaction waits longer than others: nearly as long as a statement may take.
 */
export async function lockInPieces(
  tx: Db,
  names: readonly string[],
  lock: (piece: readonly string[]) => Promise<unknown>,
): Promise<void> {
  await sql`set local lock_timeout to '3500ms'`.execute(tx);
  await inPieces(names.toSorted(), lock);
}
