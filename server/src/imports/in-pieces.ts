/** How many rows a statement writes at most: it may take four seconds. */
const AT_ONCE = 1_000;

/** Writes rows in pieces, in their order. */
export async function inPieces<Row>(
  rows: readonly Row[],
  write: (piece: readonly Row[]) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < rows.length; start += AT_ONCE) await write(rows.slice(start, start + AT_ONCE));
}
