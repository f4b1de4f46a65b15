import { expect, test } from "vitest";
import type { Station } from "@groundcrew/shared/stations";
import { sampleStation } from "../../../shared/test/sample-station.ts";
import { reportedCameras, stationFacts } from "./facts.ts";

const NOW = Date.parse("2026-03-01T12:00:00.000Z");
const facts = (differences: Partial<Station>) => stationFacts(sampleStation(differences), { time: "all", now: NOW });
const labels = (differences: Partial<Station>) => facts(differences).map(({ label }) => label);
const fact = (differences: Partial<Station>, label: string) => facts(differences).find((one) => one.label === label);

// @spec 52.1
test("the facts of an atlas are in the specification's order", () => {
  expect(labels({ last_online_status: true })).toEqual([
    "Organization",
    "Shipped",
    "Location",
    "Swaps",
    "System",
    "Door",
    "Pad",
    "Pad Level",
    "API Version",
    "Firmware Version",
    "Uptime",
  ]);
});

// @spec 52.4
test("other types have a door and no pad level", () => {
  for (const station_type of ["universal", "global"] as const) {
    expect(labels({ station_type })).toContain("Door");
    expect(labels({ station_type })).not.toContain("Pad Level");
  }
});

// @spec 52.3, 138.4
test("a station that is not actual says 'Mocked Station'", () => {
  expect(labels({ actual: false })).toContain("Mocked Station");
  expect(labels({})).not.toContain("Mocked Station");
});

// @spec 52.2
test("the location is linked to a map when the station reports its coordinates", () => {
  const status = { location_data: { city: "Oslo", country: "Norway" } };
  expect(fact({ last_telemetry_data: { status } }, "Location")).toEqual({ label: "Location", value: "Oslo, Norway" });
  const located = { ...status, gps_location: "59.91, 10.75" };
  expect(fact({ last_telemetry_data: { status: located } }, "Location")).toEqual({
    label: "Location",
    value: "Oslo, Norway",
    href: "https://www.openstreetmap.org/?mlat=59.91&mlon=10.75#map=14/59.91/10.75",
  });
  const withoutNames = { gps_location: "59.91, 10.75" };
  expect(fact({ last_telemetry_data: { status: withoutNames } }, "Location")?.value).toBe("59.9100, 10.7500");
  expect(fact({}, "Location")?.value).toBe("–");
});

// @spec 52.5, 139.4
test("an online station shows its uptime, an offline one when it was last online", () => {
  const last_telemetry_data = { status: { station_uptime: 1_483_500 } };
  expect(fact({ last_telemetry_data, last_online_status: true }, "Uptime")?.value).toBe("2w 3d 4h 5m");
  expect(labels({ last_telemetry_data })).not.toContain("Uptime");
  expect(fact({ last_telemetry_data }, "Last Online")?.value).toBe("never");
  const seen = fact({ last_online: "2026-02-28T12:00:00.000Z" }, "Last Online");
  expect(seen?.value).toMatch(/^2026-0[23]-\d\d \d\d:\d\d$/);
});

test("a retired station shows since when", () => {
  expect(labels({ retired: "2026-02-28T12:00:00.000Z" }).at(-1)).toBe("Retired");
  expect(labels({})).not.toContain("Retired");
});

test.each([
  ["atlas", 7, 6],
  ["atlas", 6, 6],
  ["universal", 7, 7],
] as const)("an opened row of a station (%s) with %i cameras shows %i of them", (station_type, count, shown) => {
  const names = ["camera_charger", ...Array.from({ length: count - 1 }, (_, index) => `camera_${index}`)];
  const cameras = Object.fromEntries(names.map((name, index) => [`cam${index}`, { name, detected: true }]));
  const station = sampleStation({ station_type, last_telemetry_data: { status: { usb_status: { cameras } } } });
  expect(reportedCameras(station)).toHaveLength(shown);
  expect(reportedCameras(station).some(({ name }) => name === "camera_charger")).toBe(shown === count);
});
