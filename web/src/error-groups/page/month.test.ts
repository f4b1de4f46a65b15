import { DAY_MS } from "@groundcrew/shared/lib";
import { expect, test } from "vitest";
import { newestFirmware } from "./month.ts";

const NOW = Date.parse("2026-06-01T00:30:00.000Z");
const firmware = (value: string, daysAgo: number) => ({
  value,
  errors: 1,
  first_seen: new Date(NOW - daysAgo * DAY_MS).toISOString(),
});
const days30 = Array.from({ length: 30 }, () => 1);

test.each([
  ["none", [], null],
  ["one, so that nothing changed", [firmware("1.4.1", 3)], null],
  ["a second one three days ago", [firmware("1.4.1", 90), firmware("1.4.3", 3)], { version: "1.4.3", day: 26 }],
  ["a second one today", [firmware("1.4.1", 90), firmware("1.4.3", 0)], { version: "1.4.3", day: 29 }],
  ["a second one before the days", [firmware("1.4.1", 90), firmware("1.4.3", 30)], null],
])("of the firmware of a group, the line shows %s", (_, firmwares, day) => {
  expect(newestFirmware({ firmwares, days30 }, NOW)).toEqual(day);
});
