import * as fc from "fast-check";
import { expect, test } from "vitest";
import { sampleStation } from "../../test/sample-station.ts";
import { sampleReadiness } from "../../test/sample-readiness.ts";
import { onlineStatus } from "./online-status.ts";
import { fleetStats } from "./stats.ts";

const now = Date.parse("2026-06-01T12:00:00.000Z");

// @spec 47.1
test("the header counts swaps in the window, and stations that are online, active now, and have unresolved errors", () => {
  const stations = [
    sampleStation({
      last_online_status: true,
      last_active: "2026-06-01T11:58:00.000Z",
      swaps_performed: 10,
      swaps_day: 4,
    }),
    sampleStation({
      last_active: "2026-06-01T11:57:59.999Z",
      swaps_performed: 5,
      swaps_day: 5,
      readiness: sampleReadiness(),
    }),
    sampleStation({ swaps_performed: 9, support_metrics: { errors_unresolved: 3, error_latest: null } }),
  ];
  expect(fleetStats(stations, { window: "day", now })).toEqual({
    swaps: 6,
    total: 3,
    online: 1,
    active: 1,
    ready: 1,
    error: 1,
    maintenance: 0,
    error_maintenance: 0,
  });
  expect(fleetStats(stations, { window: "all", now }).swaps).toBe(24);
  expect(fleetStats([], { window: "all", now })).toEqual({
    swaps: 0,
    total: 0,
    online: 0,
    active: 0,
    ready: 0,
    error: 0,
    maintenance: 0,
    error_maintenance: 0,
  });
});

test("the header counts stations in maintenance, and their errors like those of others", () => {
  const maintenance = {
    id: 7,
    why: "New belt",
    by: null,
    from: "2026-06-01T11:00:00.000Z",
    until: "2026-06-01T13:00:00.000Z",
  };
  const support_metrics = { errors_unresolved: 3, error_latest: null };
  const stations = [sampleStation({ maintenance, support_metrics }), sampleStation({ support_metrics })];
  expect(fleetStats(stations, { window: "all", now })).toMatchObject({
    total: 2,
    error: 2,
    maintenance: 1,
    error_maintenance: 1,
  });
});

const sample = fc.record({
  telemetry_enabled: fc.boolean(),
  last_active: fc.option(fc.integer({ min: -121_000, max: 1_000 }).map((ms) => new Date(now + ms).toISOString())),
});

// @spec 47.1
test("the active count includes only stations whose status is active now", () => {
  fc.assert(
    fc.property(fc.array(sample.map(sampleStation)), (stations) => {
      const active = stations.filter((station) => onlineStatus(station, now) === "active_now");
      expect(fleetStats(stations, { window: "all", now }).active).toBe(active.length);
    }),
  );
});
