import { describe, expect, test } from "vitest";
import { MINUTE_MS } from "../lib/index.ts";
import { quietUntil, timeZone, type QuietTimes } from "./quiet.ts";

const night = (zone: string): QuietTimes => ({ from: "22:00", to: "07:00", days: [], zone });
const at = (iso: string) => Date.parse(iso);
const untilOf = (times: QuietTimes, iso: string) => {
  const until = quietUntil(times, at(iso));
  return until === null ? null : new Date(until).toISOString();
};

// Clocks go forward in March and back in November (America/Denver) or October (Europe/Berlin); in Lord Howe Island by half an hour, in
// April and October.
test.each([
  ["America/Denver", "2026-03-08T04:59:59.999Z", null],
  ["America/Denver", "2026-03-08T05:00:00.000Z", "2026-03-08T13:00:00.000Z"],
  ["America/Denver", "2026-11-01T04:00:00.000Z", "2026-11-01T14:00:00.000Z"],
  ["America/Denver", "2026-11-01T14:00:00.000Z", null],
  ["Europe/Berlin", "2026-03-28T21:00:00.000Z", "2026-03-29T05:00:00.000Z"],
  ["Europe/Berlin", "2026-10-24T20:00:00.000Z", "2026-10-25T06:00:00.000Z"],
  ["Australia/Lord_Howe", "2026-04-04T12:00:00.000Z", "2026-04-04T20:30:00.000Z"],
  ["Australia/Lord_Howe", "2026-10-03T12:00:00.000Z", "2026-10-03T20:00:00.000Z"],
])("in %s, quiet hours from 22:00 to 07:00 at %s end at %s", (zone, now, end) => {
  expect(untilOf(night(zone), now)).toBe(end);
});

test("quiet hours within a day include their start and not their end", () => {
  const lunch = { from: "12:00", to: "13:00", days: [], zone: "UTC" };
  expect(untilOf(lunch, "2026-05-01T11:59:59.999Z")).toBeNull();
  expect(untilOf(lunch, "2026-05-01T12:00:00.000Z")).toBe("2026-05-01T13:00:00.000Z");
  expect(untilOf(lunch, "2026-05-01T13:00:00.000Z")).toBeNull();
});

test("quiet days last all day, and quiet hours follow them without a break", () => {
  const weekend = { from: "22:00", to: "07:00", days: [0, 6], zone: "Europe/Berlin" };
  // Friday evening until Monday morning.
  expect(untilOf(weekend, "2026-05-01T20:00:00.000Z")).toBe("2026-05-04T05:00:00.000Z");
  expect(untilOf({ ...weekend, from: null, to: null }, "2026-05-01T20:00:00.000Z")).toBeNull();
  expect(untilOf({ ...weekend, from: null, to: null }, "2026-05-02T12:00:00.000Z")).toBe("2026-05-03T22:00:00.000Z");
});

test("what is quiet on each day ends after eight days, so that nothing is held forever", () => {
  const always = { from: null, to: null, days: [0, 1, 2, 3, 4, 5, 6], zone: "UTC" };
  expect(untilOf(always, "2026-05-01T00:00:00.000Z")).toBe("2026-05-09T00:00:00.000Z");
});

/** A clock of a zone, read directly. */
function clockOf(zone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat("en-GB", { timeZone: zone, hour: "2-digit", minute: "2-digit" });
}

describe.each(["America/Denver", "Europe/Berlin", "Australia/Lord_Howe"])(
  "in %s, around changes of the clocks",
  (zone) => {
    const clock = clockOf(zone);
    const starts = [
      "2026-03-07T12:00Z",
      "2026-04-04T00:00Z",
      "2026-10-03T00:00Z",
      "2026-10-24T12:00Z",
      "2026-10-31T12:00Z",
    ];
    test.each(starts)(
      "every fifth minute of two days from %s is quiet exactly if clocks show it, and ends with the first that is not",
      (start) => {
        const [from, to] = ["01:45", "03:10"];
        const times = { from, to, days: [], zone };
        // Two days, and some hours in which what is quiet at their end ends too.
        const minutes = Array.from({ length: 2 * 24 * 12 + 36 }, (_, index) => at(start) + index * 5 * MINUTE_MS);
        const quiet = minutes.map((now) => isBetween(clock.format(now), from, to));
        minutes.slice(0, 2 * 24 * 12).forEach((now, index) => {
          const until = quietUntil(times, now);
          const end = quiet.indexOf(false, index);
          expect(until).toBe(end === index ? null : minutes[end]);
        });
      },
    );
  },
);

function isBetween(clock: string, from: string, to: string): boolean {
  return clock >= from && clock < to;
}

test("a name that is no time zone is rejected", () => {
  expect(timeZone.safeParse("America/Denver").success).toBe(true);
  for (const name of ["", "Nowhere/Town", "UTC; drop", "+05:00"]) expect(timeZone.safeParse(name).success).toBe(false);
});
