import { expect, test } from "vitest";
import { stationSort, type Station } from "@groundcrew/shared/stations";
import { sampleStation } from "../../../../shared/test/sample-station.ts";
import { rowValue } from "./row-value.ts";

const NOW = Date.parse("2026-03-01T12:00:00.000Z");
const by = (sort: Parameters<typeof rowValue>[1]["sort"], differences: Partial<Station> = {}) =>
  rowValue(sampleStation(differences), { sort, time: "all", now: NOW });

// @spec 48.2
test.each(["default", "serial_number", "description", "swaps", "temperature", "unresolved"] as const)(
  "sorted by %s a row shows swaps",
  (sort) => {
    expect(by(sort, { swaps_performed: 12_408 })).toEqual({ text: "12,408", unit: "swaps", title: "Swaps: 12,408" });
  },
);

// @spec 49.8
test("swap counts above 100000 are in exponent form, with all digits in the tooltip", () => {
  expect(by("swaps", { swaps_performed: 100_000 }).text).toBe("100,000");
  expect(by("swaps", { swaps_performed: 123_456 })).toMatchObject({ text: "1.23e+5", title: "Swaps: 123,456" });
});

// @spec 49.7
test("with a time chosen, swaps are counted from the start of the period, and unknown without a baseline", () => {
  const month = { sort: "swaps", time: "month", now: NOW } as const;
  const counted = sampleStation({ swaps_performed: 500, swaps_months_1: 450 });
  expect(rowValue(counted, month)).toMatchObject({ text: "50", unit: "swaps, month", title: "Swaps (Month): 50" });
  expect(rowValue(sampleStation({ swaps_performed: 500 }), month)).toMatchObject({ text: "–", unit: "swaps, month" });
});

// @spec 48.2
test("sorted by uptime a row shows the two largest units, and a date above ten weeks", () => {
  const up = (station_uptime: number): Partial<Station> => ({
    last_online_status: true,
    last_telemetry_data: { status: { station_uptime } },
  });
  expect(by("uptime", up(1_483_500))).toEqual({ text: "2w 3d", unit: "uptime", title: "Uptime: 2w 3d 4h 5m" });
  expect(by("uptime", up(12 * 604_800))).toMatchObject({ text: "2025-12-07", unit: "up since" });
  expect(by("uptime").text).toBe("–");
});

test("the uptime of an offline station is labelled as its last, as of when it was reported", () => {
  const last_telemetry = "2026-02-01T12:00:00.000Z";
  const up = (station_uptime: number): Partial<Station> => ({
    last_telemetry,
    last_telemetry_data: { status: { station_uptime } },
  });
  expect(by("uptime", up(90_000))).toMatchObject({ text: "1d 1h", unit: "last uptime" });
  expect(by("uptime", up(12 * 604_800))).toMatchObject({ text: "2025-11-09", unit: "last start" });
});

// @spec 48.2
test("sorted by versions and by last error a row shows those", () => {
  expect(by("version", { version_api: "4.7.4" })).toMatchObject({ text: "4.7.4", unit: "API" });
  const firmware_version = [{ version: "1.4.2" }, { version: "9" }];
  expect(by("firmware_version", { last_telemetry_data: { firmware_version } }).text).toBe("1.4.2");
  expect(by("firmware_version").text).toBe("–");
  const support_metrics = { errors_unresolved: 1, error_latest: "2026-02-24T12:00:00.000Z" };
  expect(by("last_error", { support_metrics })).toMatchObject({ text: "5", unit: "days" });
  const yesterday = { errors_unresolved: 1, error_latest: new Date(NOW - 86_400_000).toISOString() };
  expect(by("last_error", { support_metrics: yesterday })).toMatchObject({ text: "1", unit: "day" });
  expect(by("last_error")).toMatchObject({ text: "N/A", unit: "no error" });
});

test("sorted by Unresolved a row shows the errors to users who have no counter for them", () => {
  const errors = (count: number) =>
    by("unresolved", { support_metrics: { errors_unresolved: count, error_latest: null } });
  expect(errors(2)).toMatchObject({ text: "2", unit: "errors" });
  expect(errors(1)).toMatchObject({ text: "1", unit: "error" });
  const supportlog = { incident_needs_action: 0, incident_pending: 0, incident_pending_urgent: 0 };
  const forAdmins = { errors_unresolved: 2, error_latest: null, supportlog };
  expect(by("unresolved", { support_metrics: forAdmins }).unit).toBe("swaps");
});

test("every sort has a value", () => {
  for (const sort of stationSort.options) expect(by(sort).text).not.toBe("");
});
