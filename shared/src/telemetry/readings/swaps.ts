/**
 * The swap total of a station after its counter reads `reported`, when the total was `total` at the reading `reportedBefore` (null: no
 * earlier reading). A counter below its earlier reading was reset to 0 and has counted since, so the total never falls. Without an earlier
 * reading the counter is used as the total, unless the known total is higher.
 */
export function advanceSwaps(total: number, reportedBefore: number | null, reported: number): number {
  if (reportedBefore === null) return Math.max(total, reported);
  const added = reported >= reportedBefore ? reported - reportedBefore : reported;
  return Math.min(total + added, Number.MAX_SAFE_INTEGER);
}
