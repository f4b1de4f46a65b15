import type { Timestamp } from "@groundcrew/shared/lib";
import type { LivePart } from "./needs.ts";
import type { StationsEvent } from "./events.ts";

/** The stream's events about lists of stations. */
export type FeedEvent =
  /**
   * From the list of the time `at` on, all changes follow. `isGap` if changes before it may be missing, although others were received
   * before.
   */
  | { kind: "position"; at: Timestamp; parts: readonly LivePart[]; isGap: boolean }
  /** The changes after the time `since`, up to `event.at`, of rows with these parts. `bytes` is their size as text. */
  | { kind: "stations"; since: Timestamp; event: StationsEvent; parts: readonly LivePart[]; bytes: number }
  /** Rows of the list have changed: those with these names, or any if they are null. */
  | { kind: "rows"; names: readonly string[] | null }
  /** The stream is alive: what it has sent is all that has changed. */
  | { kind: "alive" };
