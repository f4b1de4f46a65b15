import { isInternal, type Brand } from "../brand.ts";
import { isInWindow, type TimeWindow } from "../lib/index.ts";
import type { Station } from "../stations/index.ts";
import type { StationError } from "./station-error.ts";

/** From this many unresolved errors on, the triage queue shows counts instead of errors (specification, section 9). */
const DISPLAY_CAP = 1_000;

/** Whether so many unresolved errors are too many to display. */
export function isTooManyErrors(count: number): boolean {
  return count >= DISPLAY_CAP;
}

/** Whether an error still waits for triage: neither resolved nor attached to a support log entry. */
export function needsTriage(of: Pick<StationError, "time_handled" | "supportlog_entry_id">): boolean {
  return of.time_handled === null && of.supportlog_entry_id === null;
}

/**
 * The errors of one station's triage: those that wait for it and were logged inside a window that ends at `now` (ms).
 */
export function triageErrors(errors: readonly StationError[], window: TimeWindow, now: number): StationError[] {
  return errors.filter((error) => needsTriage(error) && isInWindow(error.time_logged, window, now));
}

/** Whether a station counts in the triage queue and in its number: a real one, in service, of a customer. */
export function isTriaged(
  of: Pick<Station, "actual" | "organization_name" | "retired">,
  brand: Pick<Brand, "internal_prefix">,
): boolean {
  return of.actual && of.retired === null && !isInternal(of.organization_name, brand);
}

/** The unresolved errors the triage queue stands for, in all. */
export function triageCount(stations: readonly Station[], brand: Pick<Brand, "internal_prefix">): number {
  return stations
    .filter((station) => isTriaged(station, brand))
    .reduce((count, { support_metrics }) => count + (support_metrics?.errors_unresolved ?? 0), 0);
}
