import type { Brand } from "@groundcrew/shared/brand";
import { isTooManyErrors, isTriaged } from "@groundcrew/shared/station-errors";
import { compileSearch, hasUnresolvedErrors, haystackOf, typedSearch, type Station } from "@groundcrew/shared/stations";
import type { QueueOrder, SupportLogView } from "./place.ts";

/** The stations with unresolved errors, and how many errors those are. */
export type TriageQueue = {
  stations: Station[];
  count: number;
  isTooMany: boolean;
  /** Names of the organizations in the queue, whichever of them is chosen. */
  organizations: string[];
};

export const queueOrderLabels: Record<QueueOrder, string> = {
  serial: "Serial Number",
  errors: "Most Errors",
  newest: "Newest Error",
};

const byTitle = new Intl.Collator("en", { numeric: true });

type Queued = Pick<SupportLogView, "isWhole" | "organization" | "queueSearch" | "order">;

/**
 * The triage queue as a view asks for it. Whole, it also has mocked, internal and retired stations, which its count in the
 * navigation leaves out. Ordered by serial number, stations keep their place while their errors are resolved.
 */
export function triageQueue(
  stations: Iterable<Station>,
  { isWhole, organization, queueSearch, order }: Queued,
  brand: Pick<Brand, "internal_prefix">,
): TriageQueue {
  const waiting = [...stations].filter((of) => hasUnresolvedErrors(of) && (isWhole || isTriaged(of, brand)));
  const search = typedSearch(queueSearch);
  const isFound = compileSearch(search);
  const queued = waiting.filter((of) => {
    return (organization === "" || of.organization_name === organization) && (search === "" || isFound(haystackOf(of)));
  });
  const count = queued.reduce((sum, of) => sum + unresolvedOf(of), 0);
  return {
    stations: queued.toSorted((a, b) => compare(order, { a, b }) || bySerial(a, b)),
    count,
    isTooMany: isTooManyErrors(count),
    organizations: [...new Set(waiting.map((of) => of.organization_name))].sort(byTitle.compare),
  };
}

/** How many errors of a station nobody has resolved. */
export function unresolvedOf({ support_metrics }: Pick<Station, "support_metrics">): number {
  return support_metrics?.errors_unresolved ?? 0;
}

function compare(order: QueueOrder, { a, b }: { a: Station; b: Station }): number {
  switch (order) {
    case "serial":
      return 0;
    case "errors":
      return unresolvedOf(b) - unresolvedOf(a);
    case "newest":
      return newestOf(b) - newestOf(a);
  }
}

function newestOf({ support_metrics }: Station): number {
  return Date.parse(support_metrics?.error_latest ?? "") || 0;
}

function bySerial(a: Station, b: Station): number {
  return byTitle.compare(a.serial_number, b.serial_number) || byTitle.compare(a.name, b.name);
}
