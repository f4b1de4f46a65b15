import { DAY_MS } from "@groundcrew/shared/lib";
import {
  getSwapSuccess,
  listSwapAttempts,
  type ListedSwapAttempt,
  type StationSwaps,
  type SwapSuccess,
} from "@groundcrew/shared/swap-attempts";
import type { FakeServer } from "./fake-server.ts";

const TODAY = new Date().toISOString().slice(0, 10);
const dayBefore = (days: number) => new Date(Date.parse(TODAY) - days * DAY_MS).toISOString();

const worst: StationSwaps = {
  station: "gc-000000000001",
  serial_number: "Atlas 0001",
  organization: "Harbor Air",
  station_type: "atlas",
  succeeded: 371,
  with_errors: 0,
  failed: 31,
  online: { seconds: 31 * 21 * 3_600, failed: 31 },
  cause: "Left gripper did not report home",
  from_telemetry: false,
};

const fewAttempts: StationSwaps = {
  station: "gc-000000000002",
  serial_number: "Uni-0010",
  organization: "Harbor Air",
  station_type: "universal",
  succeeded: 7,
  with_errors: 0,
  failed: 1,
  online: { seconds: 900_000, failed: 1 },
  cause: "Door did not reach its end switch",
  from_telemetry: true,
};

/** Thirty days in which some attempts failed, with a day of too few attempts and one without. */
export function sampleSuccess(more: Partial<SwapSuccess> = {}): SwapSuccess {
  return {
    from: dayBefore(29),
    to: dayBefore(-1),
    counted_since: "2026-01-05",
    succeeded: 40_341,
    with_errors: 412,
    failed: 533,
    maintenance: 118,
    online: { seconds: 533 * 70 * 3_600, failed: 533 },
    before: { succeeded: 40_603, with_errors: 0, failed: 397 },
    span: "day",
    series: Array.from({ length: 29 }, (_, day) => ({
      time: dayBefore(29 - day),
      succeeded: day === 7 ? 8 : 1_300,
      with_errors: day === 7 ? 0 : 14,
      failed: day === 7 ? 1 : day === 14 ? 47 : 15 + (day % 4),
    })),
    causes: [
      { group: 64, title: "Left gripper did not report home", station_type: "atlas", failed: 148, stations: 21 },
      {
        group: 31,
        title: "Gantry Y Left stalled before reaching zero",
        station_type: "atlas",
        failed: 97,
        stations: 14,
      },
    ],
    other_causes: { groups: 9, failed: 102 },
    types: [{ station_type: "atlas", succeeded: 40_341, with_errors: 412, failed: 533 }],
    firmware: [
      { firmware: "1.4.2", introduced: null, succeeded: 27_624, with_errors: 0, failed: 280 },
      {
        firmware: "1.4.3",
        introduced: {
          since: dayBefore(17),
          stations: 34,
          cause: { group: 64, title: "Left gripper did not report home" },
        },
        succeeded: 10_990,
        with_errors: 0,
        failed: 215,
      },
      { firmware: "1.3.9", introduced: null, succeeded: 2_124, with_errors: 0, failed: 39 },
      { firmware: "1.5.0-rc1", introduced: null, succeeded: 13, with_errors: 0, failed: 1 },
    ],
    organizations: [{ org_id: 2, name: "Harbor Air", succeeded: 40_341, with_errors: 412, failed: 533 }],
    stations: [worst, fewAttempts],
    stations_total: 57,
    stations_without: 3,
    ...more,
  };
}

/** Serves the success of swaps, and the attempts of each station. */
export function serveSwapSuccess(server: FakeServer): void {
  server.on(getSwapSuccess, async () => ({ status: 200 as const, body: sampleSuccess() }));
  server.on(listSwapAttempts, async () => ({ status: 200 as const, body: [sampleAttempt()] }));
}

/** An attempt that failed. */
export function sampleAttempt(more: Partial<ListedSwapAttempt> = {}): ListedSwapAttempt {
  return {
    at: dayBefore(2),
    outcome: "failed",
    in_maintenance: false,
    job_id: "8841",
    error_id: 7,
    error_at: dayBefore(2),
    errors: 2,
    cause: "Left gripper did not report home",
    group: 64,
    firmware: "1.4.3",
    ...more,
  };
}
