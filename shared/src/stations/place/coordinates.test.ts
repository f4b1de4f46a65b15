import { expect, test } from "vitest";
import { coordinatesOf, readCoordinates, readPair } from "./coordinates.ts";
import { sampleStation } from "../../../test/sample-station.ts";

// @spec 139.3
test.each([
  ["40.01, -105.27", { lat: 40.01, lng: -105.27 }],
  ["40,-105", { lat: 40, lng: -105 }],
  ["90, 180", { lat: 90, lng: 180 }],
  ["1, 1.5", { lat: 1, lng: 1.5 }],
])("%j is a location", (text, point) => {
  expect(readCoordinates(text)).toEqual(point);
});

// @spec 175.4, 195.1, 195.2
test.each([
  null,
  undefined,
  "",
  "5",
  "Not available",
  "GPS Not fixed",
  "0.0, 0.0",
  "10.0, 0.0",
  "0, 0",
  "-0.00,0.00",
  "1, 1",
  "1.0,1.000",
  "90.1, 0",
  "0, 180.1",
  "40.01",
  "40.01, -105.27, 3",
  "north, west",
  `${"1".repeat(100_000)}, x`,
])("%j is not a location", (text) => {
  expect(readCoordinates(text)).toBeNull();
});

test("a pair is two numbers, in any range", () => {
  expect(readPair("120, 400")).toEqual({ lat: 120, lng: 400 });
  expect(readPair("1 Main Street, Boulder")).toBeNull();
});

// @spec 175.5
test("GPS is preferred, the telemetry location is the fallback, otherwise null", () => {
  const at = (status: { gps_location?: string; location?: string }) =>
    sampleStation({ last_telemetry_data: { status } });
  expect(coordinatesOf(at({ gps_location: "10, 20", location: "30, 40" }))).toEqual({ lat: 10, lng: 20 });
  expect(coordinatesOf(at({ gps_location: "Not found", location: "30, 40" }))).toEqual({ lat: 30, lng: 40 });
  expect(coordinatesOf(at({ gps_location: "0.0, 0.0" }))).toBeNull();
  expect(coordinatesOf(sampleStation({ last_telemetry_data: null }))).toBeNull();
});
