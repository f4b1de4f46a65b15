import type { AvailabilityReport, ReportedDay, ReportedStation } from "../src/availability/index.ts";
import { NO_SECONDS, sumSeconds, type ReadinessSeconds } from "../src/readiness/index.ts";

const DAY_S = 86_400;

/** A day of so many stations that were ready all the time, except for what is passed. */
export function reportedDay(day: string, lost: Partial<ReadinessSeconds>, stations = 2): ReportedDay {
  const { limited_s = 0, not_ready_s = 0, unknown_s = 0, maintenance_s = 0, not_recorded_s = 0 } = lost;
  const ready_s = stations * DAY_S - limited_s - not_ready_s - unknown_s - maintenance_s - not_recorded_s;
  const link_s = ready_s + limited_s + not_ready_s;
  return { ...NO_SECONDS, ready_s, link_s, ...lost, day };
}

const lossesByDay: Readonly<Record<number, Partial<ReadinessSeconds>>> = {
  3: { not_ready_s: 30_000, limited_s: 7_200, outages: 1, outage_s: 30_000, longest_s: 30_000 },
  8: { unknown_s: 3_000, outages: 1, outage_s: 3_000, longest_s: 3_000 },
  15: { maintenance_s: 36_000 },
  25: { not_recorded_s: 44_160 },
};

/** The report of October 2026 for two stations of Harbor Air, of which one was moved since. */
export function sampleAvailability(differences: Partial<AvailabilityReport> = {}): AvailabilityReport {
  const days = Array.from({ length: 31 }, (_, nth) =>
    reportedDay(`2026-10-${String(nth + 1).padStart(2, "0")}`, lossesByDay[nth + 1] ?? {}),
  );
  const total = sumSeconds(days);
  const half = sumSeconds(days.map(({ day }) => reportedDay(day, {}, 1)));
  return {
    from: "2026-10-01",
    to: "2026-10-31",
    month: "2026-10",
    org_id: 2,
    organization: "Harbor Air",
    site: null,
    tag: null,
    made: "2026-11-01T06:00:00.000Z",
    counting_since: null,
    stored: null,
    total,
    days,
    lost: [
      { state: "not_ready", title: "No charged battery", seconds: 30_000, stations: 1 },
      { state: "unknown", title: "Offline", seconds: 3_000, stations: 1 },
    ],
    stations: stationsOf(half),
    before: {
      total: sumSeconds([reportedDay("2026-09-30", { unknown_s: 5_000 })]),
      days: [reportedDay("2026-09-30", {})],
      swaps: { succeeded: 1_000, with_errors: 35, failed: 20 },
    },
    swaps: { succeeded: 1_207, with_errors: 40, failed: 23 },
    swaps_since: "2026-03-01",
    incidents: { reported: 3, resolved: 2 },
    rule_changes: [{ at: "2026-10-12T09:30:00.000Z", text: "charged batteries needed at atlas stations 1 → 2" }],
    ...differences,
  };
}

function stationsOf(half: ReadinessSeconds): ReportedStation[] {
  const lost = { not_ready_s: 30_000, outages: 1, outage_s: 30_000, longest_s: 30_000 };
  return [
    {
      ...half,
      station: "gc-000000000002",
      serial_number: null,
      description: null,
      cause: null,
      succeeded: 7,
      with_errors: 0,
      failed: 1,
    },
    {
      ...half,
      ...lost,
      ready_s: half.ready_s - 30_000,
      station: "gc-000000000001",
      serial_number: "Atlas 0001",
      description: "Trondheim, Pier roof",
      cause: "No charged battery",
      succeeded: 1_200,
      with_errors: 40,
      failed: 22,
    },
  ];
}
