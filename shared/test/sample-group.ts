import type { ErrorGroup } from "../src/error-groups/index.ts";

/** A group of station errors for tests. */
export function sampleGroup(differences: Partial<ErrorGroup> = {}): ErrorGroup {
  return {
    id: 118,
    rev: 1,
    title: "Charger slot <n> answered with abnormal voltage <n>",
    job_type: "charge",
    station_type: "atlas",
    state: "ongoing",
    state_since: "2026-05-01T00:00:00.000Z",
    state_reason: null,
    open: 214,
    total: 611,
    stations: 17,
    stations_total: 20,
    first_seen: "2026-05-01T00:00:00.000Z",
    last_seen: "2026-05-02T00:00:00.000Z",
    days: [9, 11, 8, 14, 12, 31, 22],
    firmware: null,
    merged: 0,
    resolving: null,
    archive: null,
    resolution: null,
    owner: null,
    ...differences,
  };
}
