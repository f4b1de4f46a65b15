import type { Alert } from "@groundcrew/shared/alerts";

/** The rows as they are displayed, and how many new ones wait. */
export type SteadyRows = { rows: readonly Alert[]; waiting: number };

/**
 * The rows to display while the pointer or the focus is on the list: those displayed before, in the same order and sections, each with its
 * newest values. Rows that are not listed any longer stay as they were, and new ones wait.
 */
export function steadyRows(before: readonly Alert[], listed: readonly Alert[]): SteadyRows {
  const newest = new Map(listed.map((alert) => [alert.id, alert]));
  const known = new Set(before.map(({ id }) => id));
  return {
    rows: before.map((alert) => ({ ...(newest.get(alert.id) ?? alert), section: alert.section })),
    waiting: listed.filter(({ id }) => !known.has(id)).length,
  };
}
