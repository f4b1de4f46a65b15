import type { StationSort } from "./view-settings.ts";

const ascending: ReadonlySet<StationSort> = new Set(["serial_number", "description"]);

/** Whether a sort runs from the newest, largest or most urgent down: text begins with A, all else does not, and inverting turns that round. */
export function isDescending(sort: StationSort, sortInvert: boolean): boolean {
  return ascending.has(sort) === sortInvert;
}
