import { sql } from "kysely";
import type { Db } from "./connect.ts";
import { isRejectedData } from "./errors.ts";

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

/** How long a lock of many rows is waited for, and how long all of them together (ms). A batch of reports may hold one for seconds on a busy machine. */
const LOCK_MS = { one: 3_500, all: 10_000 };

/**
 * Locks rows in pieces, in the order of their names as the database sorts them, as all who lock several do. It waits longer than others, but has one
 * limit for all pieces, since others wait for the locks that it already holds. Later locks of the transaction have the usual limit again.
 */
export async function lockInPieces(
  tx: Db,
  names: readonly string[],
  lock: (piece: readonly string[]) => Promise<unknown>,
): Promise<void> {
  const ordered = await sql<{ name: string }>`select name from unnest(${names}::text[]) name order by name`.execute(tx);
  const usual = await sql<{ wait: string }>`select current_setting('lock_timeout') as wait`.execute(tx);
  const wait = (time: string) => sql`select set_config('lock_timeout', ${time}, true)`.execute(tx);
  const end = performance.now() + LOCK_MS.all;
  await inPieces(
    ordered.rows.map(({ name }) => name),
    async (piece) => {
      // Zero would be without a limit.
      await wait(`${Math.max(1, Math.min(LOCK_MS.one, Math.round(end - performance.now())))}ms`);
      await lock(piece);
    },
  );
  await wait(usual.rows[0]?.wait ?? "2s");
}

type HalveOptions<Row, Result> = {
  /** Stores rows in one transaction. */
  store: (rows: readonly Row[]) => Promise<readonly Result[]>;
  /** The results for a row that the database rejects. */
  rejected: (row: Row, error: unknown) => readonly Result[];
};

/**
 * Stores rows together, and returns the results of all. A row that the database rejects fails all of them, so they are halved until only
 * that row is left out. Rejects with any other failure.
 */
export async function storeInHalves<Row, Result>(
  rows: readonly Row[],
  options: HalveOptions<Row, Result>,
): Promise<Result[]> {
  if (rows.length === 0) return [];
  try {
    return [...(await options.store(rows))];
  } catch (error) {
    if (!isRejectedData(error)) throw error;
    const [first, ...others] = rows;
    if (first !== undefined && others.length === 0) return [...options.rejected(first, error)];
    const middle = Math.ceil(rows.length / 2);
    const left = await storeInHalves(rows.slice(0, middle), options);
    return [...left, ...(await storeInHalves(rows.slice(middle), options))];
  }
}
