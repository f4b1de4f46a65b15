import { isInternal, type Brand } from "../brand.ts";
import { cappedCount } from "../lib/index.ts";
import { hasUnresolvedErrors } from "./filters.ts";
import type { Station } from "./station.ts";

/** Largest counts the buttons of a station's row spell out (specification, section 9). */
const COUNTER_CAPS = { support: 9, errors: 99 } as const;

/** A counter button: the exact count for its title, the text on it, and whether it asks for attention. */
export type Counter = { count: number; text: string; needsAttention: boolean };

/** The support-log counter: incidents that need action and pending urgent ones. */
export function supportCounter(of: Pick<Station, "support_metrics">): Counter {
  const counts = of.support_metrics?.supportlog;
  const count = counts ? counts.incident_needs_action + counts.incident_pending_urgent : 0;
  return { count, text: cappedCount(count, COUNTER_CAPS.support), needsAttention: count > 0 };
}

/** The unresolved-error counter. Errors at the company's own stations ask for no attention: they are not shown red. */
export function errorCounter(
  of: Pick<Station, "support_metrics" | "organization_name">,
  brand: Pick<Brand, "internal_prefix">,
): Counter {
  const count = of.support_metrics?.errors_unresolved ?? 0;
  const needsAttention = hasUnresolvedErrors(of) && !isInternal(of.organization_name, brand);
  return { count, text: cappedCount(count, COUNTER_CAPS.errors), needsAttention };
}
