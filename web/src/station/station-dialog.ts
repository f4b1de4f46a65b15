import type { Station } from "@groundcrew/shared/stations";

/** A dialog about a station, opened from one of its parts on screen. */
export type StationDialog =
  | { kind: "telemetry" | "history" | "cameras"; name: string }
  | { kind: "log"; station: Station }
  | { kind: "support"; station: Station; tab: "log" | "triage" }
  | { kind: "add"; name?: string };
