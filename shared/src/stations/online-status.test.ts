import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../lib/index.ts";
import { onlineStatus, onlineStatusLabels } from "./online-status.ts";

const now = Date.parse("2026-06-01T12:00:00.000Z");
const lastActive = (ageMs: number) => ({ telemetry_enabled: true, last_active: new Date(now - ageMs).toISOString() });

// @spec 174.2, 307.1
test.each([
  [-1_000, "active_now"],
  [2 * MINUTE_MS, "active_now"],
  [2 * MINUTE_MS + 1, "active_recent"],
  [30 * MINUTE_MS, "active_recent"],
  [30 * MINUTE_MS + 1, "active_today"],
  [24 * HOUR_MS, "active_today"],
  [24 * HOUR_MS + 1, "idle"],
  [14 * DAY_MS, "idle"],
  [14 * DAY_MS + 1, "inactive"],
])("a station whose last message is %i ms old is %s", (ageMs, status) => {
  expect(onlineStatus(lastActive(ageMs), now)).toBe(status);
});

// @spec 174.1
test("a station that never sent a message is inactive, one without telemetry has no data", () => {
  expect(onlineStatus({ telemetry_enabled: true, last_active: null }, now)).toBe("inactive");
  expect(onlineStatus({ ...lastActive(0), telemetry_enabled: false }, now)).toBe("no_data");
});

// @spec 174.3
test.each([
  ["no_data", "UNKNOWN", "Unknown"],
  ["active_now", "ACTIVE", "Active now"],
  ["active_recent", "ACTIVE", "Active recently"],
  ["active_today", "ACTIVE", "Active today"],
  ["idle", "IDLE", "Idle"],
  ["inactive", "INACTIVE", "Inactive"],
] as const)("%s is labelled %s, %s", (status, label, detail) => {
  expect(onlineStatusLabels[status]).toEqual({ label, detail });
});
