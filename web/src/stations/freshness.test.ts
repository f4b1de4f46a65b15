import { expect, test } from "vitest";
import { freshnessOf, needsBanner } from "./freshness.ts";

const NOW = Date.parse("2026-03-01T12:00:00.000Z");
const missed = (count: number, isAsked = false) => ({ count, sentence: "", isAsked });
const at = (ageS: number, count = 0) =>
  freshnessOf({ updatedAt: NOW - ageS * 1_000, missed: count === 0 ? null : missed(count) }, NOW);

test("the age shows in seconds, then in minutes", () => {
  expect(at(14)).toEqual({ state: "fresh", text: "Updated 14 s ago" });
  expect(at(59).text).toBe("Updated 59 s ago");
  expect(at(60).text).toBe("Updated 1m ago");
  expect(at(-5).text).toBe("Updated 0 s ago");
});

test("one missed refresh is nothing to speak of, two are late, five are a failure", () => {
  expect(at(90, 1).state).toBe("fresh");
  expect(at(240, 2)).toEqual({ state: "late", text: "Updated 4m ago · retrying" });
  expect(at(240, 4).state).toBe("late");
  expect(at(720, 5)).toEqual({ state: "failed", text: "Updated 12m ago · offline" });
});

test("the banner stands after five missed refreshes, or after one that someone asked for", () => {
  expect(needsBanner({ missed: null })).toBe(false);
  expect(needsBanner({ missed: missed(4) })).toBe(false);
  expect(needsBanner({ missed: missed(5) })).toBe(true);
  expect(needsBanner({ missed: missed(1, true) })).toBe(true);
});
