import { describe, expect, test } from "vitest";
import { freshnessOf, isSameFreshness, oldest, type Freshness } from "./rule.ts";

const S = 1_000;
const ANSWERED = { atMs: 500 * S, asOf: 9_000 * S };

describe("what was answered", () => {
  test.each([
    ["a list of every 60 s at once", 60, 0, null, "live"],
    ["a list of every 60 s when its next answer is due", 60, 60, null, "live"],
    ["a list of every 60 s as long as that answer may take", 60, 70, null, "live"],
    ["a list of every 60 s after that", 60, 70.001, null, "stale"],
    ["a station of every 15 s as long as its next answer may take", 15, 25, null, "live"],
    ["a station of every 15 s after that", 15, 25.001, null, "stale"],
    ["after a request that failed, however new it is", 60, 0, "Out of reach", "stale"],
    ["when the page wakes after an hour", 60, 3_600, null, "stale"],
  ])("%s", (_, everyS, ageS, failure, kind) => {
    const asked = { answer: ANSWERED, failure, everyMs: everyS * S };
    expect(freshnessOf(asked, ANSWERED.atMs + ageS * S).kind).toBe(kind);
  });

  test("is shown as of the server's time at the last answer, with the reason of the failure since", () => {
    const asked = { answer: ANSWERED, failure: "Out of reach", everyMs: 60 * S };
    const shown = { kind: "stale", asOf: ANSWERED.asOf, everyMs: 60 * S, reason: "Out of reach" };
    expect(freshnessOf(asked, ANSWERED.atMs + 90 * S)).toEqual(shown);
  });

  test("is neither live nor stale before the first answer", () => {
    expect(freshnessOf({ answer: null, failure: "Out of reach", everyMs: 60 * S }, 0)).toEqual({ kind: "empty" });
  });
});

describe("what is made from several answers", () => {
  const live = (asOf: number): Freshness => ({ kind: "live", asOf, everyMs: S });
  const stale = (asOf: number, reason: string | null = null): Freshness => ({
    kind: "stale",
    asOf,
    everyMs: S,
    reason,
  });

  test.each<[string, Freshness[], Freshness]>([
    ["is as old as the oldest", [live(3), live(2), live(4)], live(2)],
    ["is stale if one is", [live(1), stale(3, "Away")], stale(3, "Away")],
    ["is as of the oldest that is stale", [stale(3), stale(2, "Away"), stale(4)], stale(2, "Away")],
    ["says why if one of the same age can", [stale(2, "Away"), stale(2)], stale(2, "Away")],
    ["leaves out what is not there yet", [{ kind: "empty" }, live(3)], live(3)],
    ["is not there before any of them is", [{ kind: "empty" }], { kind: "empty" }],
  ])("%s", (_, parts, whole) => {
    expect(oldest(...parts)).toEqual(whole);
  });

  test("is the same only while nothing that shows differs", () => {
    const all = [live(1), live(2), stale(1), stale(1, "Away"), stale(2, "Away"), { kind: "empty" } as const];
    for (const [at, one] of all.entries()) {
      expect(all.map((other) => isSameFreshness(one, other))).toEqual(all.map((_, index) => index === at));
    }
  });
});
