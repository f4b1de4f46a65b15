import type { Reading } from "./reading.ts";

/** How a station has its swaps counted, told at birth. `unsent` are those whose events are still to come. */
export type SwapCounting = { byEvents: boolean; unsent: number };

/**
 * Something that happened to a station. `at` is when the server learned of it, in ms; nothing else is ever taken for the
 * time. `boot` and `seq` tell later from earlier.
 */
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
  /** It sent something that says nothing of how it is now. */
  | { kind: "heard"; at: number }
  /** It said that it ends, or the broker did for it: the connection that began with the birth of this `seq`, null for any of the boot. */
  | { kind: "died"; at: number; boot: number; seq: number | null }
  /** Its connection has ended. */
  | { kind: "lost"; at: number }
  /** Nothing has been heard of it since a time (ms). */
  | { kind: "silent"; at: number; since: number };
