import type { Reading } from "./reading.ts";

/** How a station's swaps are counted, reported at birth. `unsent` are swaps whose events are still to come. */
export type SwapCounting = { byEvents: boolean; unsent: number };

/** A change at a station. `at` is when the server received it, in ms; no other clock is used. `boot` and `seq` give the order. */
export type Change =
  | {
      kind: "spoke";
      at: number;
      boot: number;
      seq: number;
      skewMs: number;
      reading: Reading;
      counting?: SwapCounting;
    }
  /** A message that says nothing about its current state. */
  | { kind: "heard"; at: number }
  /**
   * A death message, from the station or as its will: the connection that began with the birth of this `seq` ended; null for any connection
   * of the boot.
   */
  | { kind: "died"; at: number; boot: number; seq: number | null }
  /** Its connection has ended. */
  | { kind: "lost"; at: number }
  /** Nothing was received from it since a time (ms). */
  | { kind: "silent"; at: number; since: number };
