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
