import { isInternal, type Brand } from "../brand.ts";
import { isInWindow, type TimeWindow } from "../lib/index.ts";
import type { Station } from "../stations/index.ts";
import type { StationError } from "./station-error.ts";

/** From this number of unresolved errors on, the triage queue shows counts instead of errors (specification, section 9). */
const DISPLAY_CAP = 1_000;

/** Whether there are too many unresolved errors to display. */
export function isTooManyErrors(count: number): boolean {
  return count >= DISPLAY_CAP;
}

/** Whether an error needs triage: it is neither resolved nor attached to a support log entry. */
export function needsTriage(error: Pick<StationError, "time_handled" | "supportlog_entry_id">): boolean {
  return error.time_handled === null && error.supportlog_entry_id === null;
}

/** The errors that can be selected: the unresolved ones. */
export function selectableErrors<One extends Pick<StationError, "time_handled">>(errors: readonly One[]): One[] {
  return errors.filter(({ time_handled }) => time_handled === null);
}

/** A station's errors that need triage and were logged within the window that ends at `now` (ms). */
export function triageErrors(errors: readonly StationError[], window: TimeWindow, now: number): StationError[] {
  return errors.filter((error) => needsTriage(error) && isInWindow(error.time_logged, window, now));
}

type Triaged = Pick<Station, "actual" | "organization_name" | "retired">;

/** Whether a station is part of triage and its count: it is real, in service, and belongs to a customer. */
export function isTriaged(station: Triaged, brand: Pick<Brand, "internal_prefix">): boolean {
  return station.actual && station.retired === null && !isInternal(station.organization_name, brand);
}

/** The total number of unresolved errors in triage. */
export function triageCount(
  stations: Iterable<Triaged & Pick<Station, "support_metrics">>,
  brand: Pick<Brand, "internal_prefix">,
): number {
  let count = 0;
  for (const station of stations) {
    if (isTriaged(station, brand)) count += station.support_metrics?.errors_unresolved ?? 0;
  }
  return count;
}
