import { expect, test } from "vitest";
import { rangeProblem } from "../day-range.ts";
import { axisStart, pointSentence, pointTexts, successColumns } from "./success-columns.ts";
import { daysOf, daysOfPoint, periodText } from "./swap-success-view.ts";

const span = "day" as const;
const success = {
  from: "2026-05-01T00:00:00.000Z",
  to: "2026-05-05T00:00:00.000Z",
  span,
  series: [
    { time: "2026-05-01T00:00:00.000Z", succeeded: 95, with_errors: 0, failed: 5 },
    { time: "2026-05-02T00:00:00.000Z", succeeded: 10, with_errors: 5, failed: 4 },
    { time: "2026-05-04T00:00:00.000Z", succeeded: 20, with_errors: 0, failed: 0 },
  ],
};

// @spec R2.11
test("each day has a point; rates of fewer than 20 attempts have no range and are not joined", () => {
  const columns = successColumns(success);
  expect(columns.times).toEqual([1, 2, 3, 4].map((day) => Date.parse(`2026-05-0${day}T00:00:00.000Z`) / 1_000));
  expect(columns.rates).toEqual([95, null, null, 100]);
  expect(columns.fewRates.map((rate) => rate && Math.round(rate))).toEqual([null, 79, null, null]);
  expect([columns.from[1], columns.from[2]]).toEqual([null, null]);
  expect(columns.failed).toEqual([5, 4, 0, 0]);
  expect(axisStart(columns)).toBe(75);
  expect(axisStart(successColumns({ ...success, series: [] }))).toBe(95);
});

test("weeks begin on Monday, also before the first day of the period", () => {
  const week = { ...success, from: "2026-05-01T00:00:00.000Z", to: "2026-05-12T00:00:00.000Z", span: "week" as const };
  expect(
    successColumns({ ...week, series: [] }).times.map((time) => new Date(time * 1_000).toISOString().slice(0, 10)),
  ).toEqual(["2026-04-27", "2026-05-04", "2026-05-11"]);
});

test("the texts of a point", () => {
  const columns = successColumns(success);
  expect(pointTexts(columns, span, 0)).toEqual({
    time: "2026-05-01",
    rate: "95.0%",
    likely: "88.8 to 97.8%",
    attempts: "100",
    failed: "5",
  });
  expect(pointTexts(columns, span, 1)).toMatchObject({ rate: "–", likely: "–", attempts: "19" });
  expect(pointSentence(columns, span, 1)).toBe(
    "2026-05-02: Too few attempts for a rate: 15 of 19 succeeded. 19 attempts, 4 failed",
  );
  expect(pointSentence(columns, span, 2)).toBe("2026-05-03: No attempts");
  const one = { time: "2026-05-01T00:00:00.000Z", succeeded: 1, with_errors: 0, failed: 0 };
  expect(pointSentence(successColumns({ ...success, series: [one] }), span, 0)).toBe(
    "2026-05-01: Too few attempts for a rate: 1 of 1 succeeded. 1 attempt, 0 failed",
  );
});

const now = Date.parse("2026-06-01T12:00:00.000Z");

test("a period ends today, and one that cannot be is that of 30 days", () => {
  const none = { from: "", to: "" };
  expect(daysOf({ t: "24h", ...none }, now)).toBeNull();
  expect(daysOf({ t: "7d", ...none }, now)).toEqual({ from: "2026-05-26", to: "2026-06-01" });
  expect(daysOf({ t: "custom", from: "2026-01-01", to: "2026-01-31" }, now)).toEqual({
    from: "2026-01-01",
    to: "2026-01-31",
  });
  expect(daysOf({ t: "custom", from: "2026-02-01", to: "2026-01-31" }, now)).toEqual({
    from: "2026-05-03",
    to: "2026-06-01",
  });
  expect(rangeProblem({ from: "2025-01-01", to: "2026-02-04" }, 400)).toBeNull();
  expect(rangeProblem({ from: "2025-01-01", to: "2026-02-05" }, 400)).toBe("Choose at most 400 days.");
  expect(rangeProblem({ from: "", to: "2026-02-05" }, 400)).toBe("Enter both days.");
});

test("the point of a week is its days in the period", () => {
  const days = { from: "2026-05-01", to: "2026-05-20" };
  expect(daysOfPoint("2026-04-27", "week", days)).toEqual({ from: "2026-05-01", to: "2026-05-03" });
  expect(daysOfPoint("2026-05-18", "week", days)).toEqual({ from: "2026-05-18", to: "2026-05-20" });
  expect(daysOfPoint("2026-05-18", "day", days)).toEqual({ from: "2026-05-18", to: "2026-05-18" });
});

test("a period in words", () => {
  expect(periodText("2026-05-01T13:00:00.000Z", "2026-05-02T13:00:00.000Z")).toBe("24 hours");
  expect(periodText("2026-05-01T00:00:00.000Z", "2026-05-31T00:00:00.000Z")).toBe("30 days");
});
