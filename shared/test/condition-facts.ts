import type { StationConditionFacts } from "../src/alerts/kinds/index.ts";

/** The facts of a connected station about which no condition holds. Each test sets only those it is about. */
export function conditionFacts(differences: Partial<StationConditionFacts> = {}): StationConditionFacts {
  return {
    up: true,
    last_online: null,
    temperature: null,
    failed_slots: [],
    hottest: null,
    missing_cameras: [],
    clock_skew_ms: null,
    last_swapped: null,
    usual_gap: null,
    errors: [],
    firmware: null,
    losses: [],
    station_type: "atlas",
    readiness: null,
    ...differences,
  };
}
