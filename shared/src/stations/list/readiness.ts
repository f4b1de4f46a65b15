import { readinessLabels, type ReadinessState } from "../../readiness/index.ts";
import type { WithReadiness } from "./listed-station.ts";

/** A state of readiness, with stations in maintenance apart from those that are not ready. */
export type ReadinessPart = ReadinessState | "maintenance";

/** The parts of a fleet by readiness, in the order in which they are listed. */
export const readinessParts = ["not_ready", "limited", "unknown", "maintenance", "ready"] as const;

/** The states by which a list is filtered, in the order in which they are offered. */
export const readinessStates: readonly ReadinessState[] = readinessParts.filter((part) => part !== "maintenance");

/** The name of each part. */
export const partLabels: Readonly<Record<ReadinessPart, string>> = {
  ...readinessLabels,
  maintenance: "In maintenance",
};

/** The part that a station is in; null for one that is not evaluated. */
export function readinessPart({ readiness }: WithReadiness): ReadinessPart | null {
  if (readiness === null) return null;
  const { state, reasons } = readiness;
  // A station in maintenance is not ready. Reasons of the others are not read, which of thousands of stations takes long.
  return state === "not_ready" && reasons[0]?.effect === "maintenance" ? "maintenance" : state;
}

/** How many stations are in each part. */
export type ReadinessCounts = Record<ReadinessPart, number>;

/** Counts stations by readiness. */
export function countReadiness(stations: readonly WithReadiness[]): ReadinessCounts {
  const counts = { not_ready: 0, limited: 0, unknown: 0, maintenance: 0, ready: 0 };
  for (const station of stations) {
    const part = readinessPart(station);
    if (part !== null) counts[part] += 1;
  }
  return counts;
}

/** The stations in these states; without any, all of them. Stations in maintenance are in none. */
export function withReadiness<S extends WithReadiness>(
  stations: readonly S[],
  states: readonly ReadinessState[],
): readonly S[] {
  return states.length === 0 ? stations : stations.filter(compileReadiness(states));
}

/** Compiles whether a station is in one of these states, or in any of them if there are none. */
export function compileReadiness(states: readonly ReadinessState[]): (station: WithReadiness) => boolean {
  const wanted = new Set<ReadinessPart | null>(states);
  return (station) => wanted.size === 0 || wanted.has(readinessPart(station));
}

/** The states that are chosen after a press on one of them: that one alone, or with the others if it `adds`. Pressing one again removes it. */
export function pressReadiness(
  chosen: readonly ReadinessState[],
  pressed: ReadinessState,
  { adds }: { adds: boolean },
): readonly ReadinessState[] {
  const isChosen = chosen.includes(pressed);
  if (!adds) return isChosen && chosen.length === 1 ? [] : [pressed];
  return readinessStates.filter((state) => (state === pressed ? !isChosen : chosen.includes(state)));
}
