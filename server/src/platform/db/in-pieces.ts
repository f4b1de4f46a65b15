/** How many rows a statement writes at most: it may take four seconds. */
const AT_ONCE = 1_000;

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
