import { summarize, type Door, type Pad, type Snapshot } from "@groundcrew/shared/telemetry";

/**
 * A snapshot to be written: its JSON and that of its summary, and the values a state is decided from. As text it is two objects instead of
 * a hundred, which the garbage collector would have to move twice before they are needed.
 */
export type Reading = Deciding & { text: string; summary: string };

/** The parts of a snapshot that determine state and history. */
export type Deciding = { swaps_performed: number | null; door: Door; pad: Pad };

export function readingOf(snapshot: Snapshot): Reading {
  return { text: JSON.stringify(snapshot), summary: JSON.stringify(summarize(snapshot)), ...decidingOf(snapshot) };
}

export function decidingOf({ status }: Snapshot): Deciding {
  const { swaps_performed = null, door = "unknown", pad = "unknown" } = status ?? {};
  return { swaps_performed, door, pad };
}
