import type { Alert, AlertSection } from "@groundcrew/shared/alerts";

/** An alert with the part of the page that shows it. `linked` is for an alert in the address that is in no section. */
export type PlacedAlert = Alert & { place: AlertSection | "linked" };

/** The rows to display, and how many new ones wait. */
export type SteadyRows = { rows: readonly PlacedAlert[]; waiting: number };

type Lists = {
  /** The rows that were displayed before. */
  before: readonly PlacedAlert[];
  listed: readonly PlacedAlert[];
  /** Newest values of rows that are not listed any longer, as far as they are loaded. */
  unlisted: readonly Alert[];
};

/**
 * The rows to display while the pointer or the focus is on the list: those displayed before, in the same order and places, each with its
 * newest values. New ones wait.
 */
export function steadyRows({ before, listed, unlisted }: Lists): SteadyRows {
  const newest = new Map<number, Alert>([...unlisted, ...listed].map((alert) => [alert.id, alert]));
  const known = new Set(before.map(({ id }) => id));
  return {
    rows: before.map((alert) => ({ ...(newest.get(alert.id) ?? alert), place: alert.place })),
    waiting: listed.filter(({ id }) => !known.has(id)).length,
  };
}
