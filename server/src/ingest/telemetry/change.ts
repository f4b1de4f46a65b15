import type { BatteryFacts, Door, Pad, Snapshot } from "@groundcrew/shared/telemetry";
import type { SnapshotSummary } from "../../stations/index.ts";

/** How a station's swaps are counted, reported at birth. `unsent` are swaps whose events are still to come. */
export type SwapCounting = { byEvents: boolean; unsent: number };

/** A change at a station. `at` is when the server received it, in ms; no other clock is used. `boot` and `seq` give the order. */
export type Change =
  | {
      kind: "snapshot";
      at: number;
      boot: number;
      seq: number;
      skewMs: number;
      reading: Reading;
      counting?: SwapCounting;
    }
  /** A message that says nothing about its current state. */
  | { kind: "message"; at: number }
  /** A message that could not be read, or whose counters cannot be right. */
  | ({ kind: "invalid"; at: number } & InvalidMessage)
  /**
   * A death message, from the station or as its will: the connection that began with the birth of this `seq` ended; null for any connection
   * of the boot.
   */
  | { kind: "died"; at: number; boot: number; seq: number | null }
  /** Its connection has ended. */
  | { kind: "lost"; at: number }
  /** Nothing was received from it since a time (ms). */
  | { kind: "silent"; at: number; since: number };

/** The topic of an invalid message, and its fault. */
export type InvalidMessage = { topic: "birth" | "tele"; detail: string };

/** A snapshot to be written: the text that is stored, its summary for the board, and the values a state is decided from. */
export type Reading = StateInputs & { text: Uint8Array; summary: SnapshotSummary; batteries: BatteryFacts | null };

/** The parts of a snapshot that determine state and history. */
export type StateInputs = { swaps_performed: number | null; door: Door; pad: Pad };

export function stateInputsOf({ status }: Snapshot): StateInputs {
  const { swaps_performed = null, door = "unknown", pad = "unknown" } = status ?? {};
  return { swaps_performed, door, pad };
}
