import { expect, test } from "vitest";
import { clusterSize, markerOf } from "./marker.ts";

const now = Date.parse("2026-06-01T12:00:00.000Z");

// @spec 175.1
test("a swap up to 30 minutes ago is displayed as activity", () => {
  expect(markerOf({ last_swapped: "2026-06-01T11:30:00.000Z", last_online_status: false }, now)).toBe("activity");
  expect(markerOf({ last_swapped: "2026-06-01T11:29:59.999Z", last_online_status: true }, now)).toBe("online");
  expect(markerOf({ last_swapped: null, last_online_status: false }, now)).toBe("offline");
});

// @spec 175.2, 175.3, 320.2
test.each([
  [9, "small"],
  [10, "medium"],
  [99, "medium"],
  [100, "large"],
])("a cluster of %i is %s", (stations, size) => {
  expect(clusterSize(stations)).toBe(size);
});
