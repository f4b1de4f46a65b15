import * as fc from "fast-check";
import { expect, test } from "vitest";
import { zonedTimestamp } from "./zoned-timestamp.ts";

test.each([
  ["Europe/Oslo", "2026-11-21T15:07:31.123+01:00"],
  ["America/St_Johns", "2026-11-21T10:37:31.123-03:30"],
  ["UTC", "2026-11-21T14:07:31.123+00:00"],
  ["Mars/Olympus", "2026-11-21T14:07:31.123Z"],
  [null, "2026-11-21T14:07:31.123Z"],
])("in %s the time is %s", (zone, text) => {
  expect(zonedTimestamp("2026-11-21T14:07:31.123Z", zone)).toBe(text);
});

test("it is always the same moment", () => {
  const from = new Date("1990-01-01T00:00:00.000Z");
  const times = fc.date({ min: from, max: new Date("2090-01-01T00:00:00.000Z"), noInvalidDate: true });
  fc.assert(
    fc.property(times, fc.constantFrom("Europe/Oslo", "America/New_York", "Asia/Kathmandu"), (time, zone) => {
      expect(Date.parse(zonedTimestamp(time.toISOString(), zone))).toBe(time.getTime());
    }),
  );
});
