import type { Timestamp } from "@groundcrew/shared/lib";
import type { BatteryFacts, Door, Pad } from "@groundcrew/shared/telemetry";

/** A point of a station's history. It holds from the end of the minute that starts at `minute`. */
export type MinutePoint = { minute: Timestamp; swaps_performed: number; online: boolean; door: Door; pad: Pad };

/**
 * The state of a station as telemetry changes it. `version` is the version of the row it was read from or last written as; `recorded` is
 * the newest point of its history.
 */
export type StationState = {
  station_name: string;
  version: number;
  boot: number;
  seq: number;
  /** The epoch of the connection over which the station last reported. */
  epoch: number;
  /** `seq` of the newest birth in this boot; 0 when there was none. */
  born_seq: number;
  linked: boolean;
  last_active: Timestamp | null;
  last_swapped: Timestamp | null;
  last_online: Timestamp | null;
  last_telemetry: Timestamp | null;
  clock_skew_ms: number | null;
  swaps_performed: number;
  swaps_reported: number | null;
  /** Whether swaps are counted by events rather than by the counter in snapshots. */
  swaps_by_events: boolean;
  /** The total by the counter in snapshots, where events are counted; null otherwise, and before the counter was read. */
  swaps_by_counter: number | null;
  /** The facts about the batteries in the charger that alert rules need; null when there are none. */
  batteries: BatteryFacts | null;
  /** The first invalid message since the last valid snapshot, as the JSON of an `InvalidSince`; null if there was none. */
  invalid_messages: string | null;
  door: Door;
  pad: Pad;
  recorded: MinutePoint | null;
};
