import type { Severity } from "@groundcrew/shared/alerts";

/** How urgent an alert is for each side with a rule that matches it. Side 0 is support staff. */
export type Levels = Readonly<Record<number, number>>;

export const LEVEL: Record<Severity, number> = { warning: 1, urgent: 2 };

/** The higher level of each side. */
export function joinLevels(one: Levels, other: Levels): Levels {
  const higher = Object.entries(other).map(([side, level]) => [side, Math.max(level, one[Number(side)] ?? 0)] as const);
  return { ...one, ...Object.fromEntries(higher) };
}

/**
 * True if everyone who is notified of an alert is notified of its cause, and at least as urgently, so that it may be grouped into it. Only support
 * staff see a cause that belongs to no organization, so that it holds nothing back from others.
 */
export function mayExplain(cause: { levels: Levels; org_id: number | null }, alert: { levels: Levels }): boolean {
  return Object.entries(alert.levels).every(
    ([side, level]) => (cause.org_id === null && side !== "0") || (cause.levels[Number(side)] ?? 0) >= level,
  );
}
