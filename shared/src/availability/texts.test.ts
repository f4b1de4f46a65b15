import { expect, onTestFinished, test } from "vitest";
import { sampleAvailability } from "../../test/sample-availability.ts";
import { dayName, monthName } from "../lib/index.ts";
import { NO_SECONDS } from "../readiness/index.ts";
import { daysOfMonth } from "./figures.ts";
import { rangeName, reportMail, ruleChangesText, statedSwaps, swapsBefore } from "./texts.ts";

const september = Array.from({ length: 30 }, (_, nth) => ({
  ...NO_SECONDS,
  ready_s: 86_000,
  unknown_s: 400,
  link_s: 86_000,
  day: `2026-09-${String(nth + 1).padStart(2, "0")}`,
}));
const before = {
  days: september,
  total: { ...NO_SECONDS, ready_s: 30 * 86_000, unknown_s: 30 * 400, link_s: 30 * 86_000 },
  swaps: { succeeded: 1, with_errors: 0, failed: 0 },
};

test("the email of a month has its figures, and until when they can change", () => {
  expect(reportMail(sampleAvailability({ before }))).toEqual({
    title: "Harbor Air, October 2026: availability 99.37%",
    paragraphs: [
      "Link 99.94% · 2 outages, longest 8 h 20 min · 1,247 swaps, 98.2% of attempts succeeded · −0.16 points to September.",
      "Figures can change until Nov 3.",
    ],
  });
});

test("the email of a month counts one outage and one swap", () => {
  const swaps = { succeeded: 1, with_errors: 0, failed: 0 };
  const total = { ...NO_SECONDS, ready_s: 86_000, unknown_s: 400, link_s: 86_000, outages: 1, longest_s: 400 };
  const [figures] = reportMail(sampleAvailability({ total, swaps, before: null })).paragraphs;
  expect(figures).toContain(" · 1 outage, longest 6 min · 1 swap.");
});

test("the email of a month says what it does not know", () => {
  const total = { ...NO_SECONDS, ready_s: 2_678_400, link_s: 2_678_400 };
  const none = { swaps_since: "2026-11-01", total, organization: null, stored: "2026-11-03T00:00:00.000Z" };
  expect(reportMail(sampleAvailability(none))).toEqual({
    title: "All organizations, October 2026: availability 100%",
    paragraphs: ["Link 100% · no outages. No comparison: September was recorded for 1 of 30 days."],
  });
});

test("attempts are stated once they are counted, and compared once they were counted for all of the month before", () => {
  const since = (swaps_since: string) => sampleAvailability({ swaps_since });
  expect(statedSwaps(since("2026-10-31"))).toEqual({ succeeded: 1_207, with_errors: 40, failed: 23 });
  expect(statedSwaps(since("2026-11-01"))).toBe(null);
  expect(swapsBefore(since("2026-09-01"))).toEqual({ succeeded: 1_000, with_errors: 35, failed: 20 });
  expect(swapsBefore(since("2026-09-02"))).toBe(null);
  expect(swapsBefore(sampleAvailability({ month: null }))).toBe(null);
});

test("changes of rules are stated by day", () => {
  const change = (at: string, text: string) => ({ at, text });
  expect(ruleChangesText([])).toBe("");
  expect(
    ruleChangesText([
      change("2026-10-12T09:00:00.000Z", "one 1 → 2"),
      change("2026-10-12T23:59:59.000Z", "two 3 → 4"),
      change("2026-10-13T00:00:00.000Z", "three 5 → 6"),
    ]),
  ).toBe(
    "Rules changed on Oct 12: one 1 → 2; two 3 → 4. On Oct 13: three 5 → 6. Earlier time is judged by the earlier rules.",
  );
});

test.each(["UTC", "America/Los_Angeles", "Europe/Oslo", "Pacific/Auckland"])(
  "days are those of UTC where clocks are those of %s, also when they change",
  (zone) => {
    const usual = process.env["TZ"];
    onTestFinished(() => {
      if (usual === undefined) delete process.env["TZ"];
      else process.env["TZ"] = usual;
    });
    process.env["TZ"] = zone;
    expect(["2026-03", "2026-10", "2026-11"].map((month) => Object.values(daysOfMonth(month)).join(" "))).toEqual([
      "2026-03-01 2026-03-31",
      "2026-10-01 2026-10-31",
      "2026-11-01 2026-11-30",
    ]);
    expect(monthName("2026-11")).toBe("November 2026");
    expect(rangeName({ month: null, from: "2026-03-08", to: "2026-03-29" })).toBe("Mar 8, 2026 to Mar 29, 2026");
    expect(["2026-03-29", "2026-10-25", "2026-11-01"].map(dayName)).toEqual(["Mar 29", "Oct 25", "Nov 1"]);
    expect(reportMail(sampleAvailability({ before }))?.title).toBe("Harbor Air, October 2026: availability 99.37%");
  },
);
