import { expect, test } from "vitest";
import { MINUTE_MS } from "../lib/index.ts";
import type { ReadinessReason } from "../readiness/index.ts";
import { wallReasonText } from "./reason-text.ts";

const NOW = Date.parse("2026-11-20T12:30:00.000Z");
const SECRET = "the belt of Ana Ruiz";
const next = new Date(NOW + 15 * MINUTE_MS).toISOString();

const rows: [ReadinessReason["code"], ReadinessReason["args"], string][] = [
  ["error_group", { group: SECRET, group_id: 118 }, "Error of a marked group"],
  ["message", { message: SECRET }, "Reported by the station"],
  ["swaps_failed", { failed: 2, group: SECRET, group_id: 118 }, "2 swaps failed in a row"],
  ["no_battery", { charged: 0, next }, "No charged battery, next in about 15 min"],
  ["hexboard", {}, "HexBoard not detected"],
  ["camera", { cameras: [SECRET] }, "Camera missing"],
  ["job_failed", { job: SECRET }, "Movement job failed"],
  ["stopped", { word: "ESTOP" }, "System: ESTOP"],
  ["stuck", { word: "SWAPPING" }, "Busy too long: SWAPPING"],
];

// @spec R10.6
test.each(rows)("the reason %s has nothing that people or stations have written", (code, args, text) => {
  const reason = { code, effect: "block" as const, since: new Date(NOW - MINUTE_MS).toISOString(), args };
  expect(wallReasonText(reason, "atlas", NOW)).toBe(text);
});
