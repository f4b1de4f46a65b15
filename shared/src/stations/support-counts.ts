import { isInternal, type Brand } from "../brand.ts";
import { cappedCount } from "../lib/index.ts";
import { hasUnresolvedErrors } from "./list/filters.ts";
import type { Station } from "./station.ts";

/** Largest counts that the buttons of a station's row display (specification, section 9). */
const COUNTER_CAPS = { support: 9, errors: 99 } as const;

/** A counter button: the exact count for its title, its text, and whether it is highlighted. */
export type Counter = { count: number; text: string; needsAttention: boolean };

/** The support-log counter: incidents that need action and pending urgent ones. */
export function supportCounter(station: Pick<Station, "support_metrics">): Counter {
  const counts = station.support_metrics?.supportlog;
  const count = counts ? counts.incident_needs_action + counts.incident_pending_urgent : 0;
  return { count, text: cappedCount(count, COUNTER_CAPS.support), needsAttention: count > 0 };
}

/** The unresolved-error counter. Errors at the company's own stations and during maintenance are not highlighted in red. */
export function errorCounter(
  station: Pick<Station, "maintenance" | "support_metrics" | "organization_name">,
  brand: Pick<Brand, "internal_prefix">,
): Counter {
  const count = station.support_metrics?.errors_unresolved ?? 0;
  const isMaintained = station.maintenance !== null;
  const needsAttention = hasUnresolvedErrors(station) && !isMaintained && !isInternal(station.organization_name, brand);
  return { count, text: cappedCount(count, COUNTER_CAPS.errors), needsAttention };
}
