import type { ConfigRow } from "./rows.ts";

/** The comparisons of a position filter (specification, section 5, "Config table filters"). */
export const COMPARISONS = ["≤", "<", "=", "≠", ">", "≥"] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** Keeps rows whose position, offset included, compares with `value` as given. */
export type PositionFilter = { position: string; comparison: Comparison; value: number };

/** Whether a row passes all filters. A missing or non-numeric position never matches, not even `≠`. */
export function passesPositionFilters(row: Pick<ConfigRow, "positions">, filters: readonly PositionFilter[]): boolean {
  return filters.every(({ position, comparison, value }) => {
    const sum = row.positions.get(position)?.sum ?? Number.NaN;
    return !Number.isNaN(sum) && compares(sum, comparison, value);
  });
}

function compares(left: number, comparison: Comparison, right: number): boolean {
  switch (comparison) {
    case "≤":
      return left <= right;
    case "<":
      return left < right;
    case "=":
      return left === right;
    case "≠":
      return left !== right;
    case ">":
      return left > right;
    case "≥":
      return left >= right;
  }
}
