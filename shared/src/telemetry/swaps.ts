/**
 * The swap total of a station after its own counter reads `reported`, having read `reportedBefore` (null: never read)
 * when the total was `total`. A counter that reads less than before was reset to 0 and has counted since, so the total
 * never falls. Without an earlier reading the counter is taken for the total, unless more is known already.
 */
export function advanceSwaps(total: number, reportedBefore: number | null, reported: number): number {
  if (reportedBefore === null) return Math.max(total, reported);
  const added = reported >= reportedBefore ? reported - reportedBefore : reported;
  return Math.min(total + added, Number.MAX_SAFE_INTEGER);
}
