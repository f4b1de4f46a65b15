import type { StationSort } from "./view-settings.ts";

const ascending: ReadonlySet<StationSort> = new Set(["serial_number", "description"]);

/**
 * Whether a sort is descending: text is ascending, everything else descending (newest, largest or most urgent first), and `sortInvert`
 * reverses it.
 */
export function isDescending(sort: StationSort, sortInvert: boolean): boolean {
  return ascending.has(sort) === sortInvert;
}
