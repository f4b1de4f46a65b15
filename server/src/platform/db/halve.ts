import { isRejectedData } from "./errors.ts";

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
