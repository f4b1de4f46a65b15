import type { Brand } from "@groundcrew/shared/brand";
import { isTooManyErrors, isTriaged } from "@groundcrew/shared/station-errors";
import { hasUnresolvedErrors, type Station } from "@groundcrew/shared/stations";

/** The stations with unresolved errors, and how many errors those are. */
export type TriageQueue = { stations: Station[]; count: number; isTooMany: boolean };

const byTitle = new Intl.Collator("en", { numeric: true });

/**
 * The triage queue: stations by serial number, so that they hold still while their errors are worked off. Whole, it also has
 * mocked, internal and retired stations, which its count in the navigation leaves out.
 */
export function triageQueue(
  stations: Iterable<Station>,
  { isWhole, brand }: { isWhole: boolean; brand: Pick<Brand, "internal_prefix"> },
): TriageQueue {
  const queued = [...stations].filter((of) => hasUnresolvedErrors(of) && (isWhole || isTriaged(of, brand)));
  const count = queued.reduce((sum, of) => sum + unresolvedOf(of), 0);
  const sorted = queued.toSorted(
    (a, b) => byTitle.compare(a.serial_number, b.serial_number) || byTitle.compare(a.name, b.name),
  );
  return { stations: sorted, count, isTooMany: isTooManyErrors(count) };
}

/** How many errors of a station nobody has resolved. */
export function unresolvedOf({ support_metrics }: Pick<Station, "support_metrics">): number {
  return support_metrics?.errors_unresolved ?? 0;
}
