import { describe, expect, test } from "vitest";
import { freshnessOf, isSameFreshness, oldest, type Freshness } from "./freshness.ts";

const S = 1_000;
const RESPONSE = { atMs: 500 * S, asOf: 9_000 * S };

describe("a polled response", () => {
  test.each([
    ["a list polled every 60 s, at once", 60, 0, null, "live"],
    ["a list polled every 60 s, when its next response is due", 60, 60, null, "live"],
    ["a list polled every 60 s, within that response's time limit", 60, 70, null, "live"],
    ["a list polled every 60 s, after that", 60, 70.001, null, "stale"],
    ["a station polled every 15 s, within its next response's time limit", 15, 25, null, "live"],
    ["a station polled every 15 s, after that", 15, 25.001, null, "stale"],
    ["after a failed request, however recent the data", 60, 0, "Out of reach", "stale"],
    ["when the page wakes after an hour", 60, 3_600, null, "stale"],
  ])("%s", (_, everyS, ageS, failure, kind) => {
    const state = { response: RESPONSE, failure, everyMs: everyS * S, outage: null };
    expect(freshnessOf(state, RESPONSE.atMs + ageS * S).kind).toBe(kind);
  });

  test("is expected as of the server's time of the last response, with the reason of the failure since", () => {
    const state = { response: RESPONSE, failure: "Out of reach", everyMs: 60 * S, outage: null };
    const expected = { kind: "stale", asOf: RESPONSE.asOf, everyMs: 60 * S, reason: "Out of reach" };
    expect(freshnessOf(state, RESPONSE.atMs + 90 * S)).toEqual(expected);
  });

  test("is stale at once when the server is out of reach, unless it arrived since", () => {
    const state = { response: RESPONSE, failure: null, everyMs: 60 * S };
    const outage = (sinceMs: number) => ({ sinceMs, reason: "Out of reach" });
    const nowMs = RESPONSE.atMs + 12 * S;
    expect(freshnessOf({ ...state, outage: outage(RESPONSE.atMs) }, nowMs)).toMatchObject({
      kind: "stale",
      reason: "Out of reach",
    });
    expect(freshnessOf({ ...state, outage: outage(RESPONSE.atMs - 5 * S) }, nowMs).kind).toBe("live");
  });

  test("is neither live nor stale before the first response", () => {
    expect(freshnessOf({ response: null, failure: "Out of reach", everyMs: 60 * S, outage: null }, 0)).toEqual({
      kind: "empty",
    });
  });
});

describe("data from several responses", () => {
  const live = (asOf: number): Freshness => ({ kind: "live", asOf, everyMs: S });
  const stale = (asOf: number, reason: string | null = null): Freshness => ({
    kind: "stale",
    asOf,
    everyMs: S,
    reason,
  });

  test.each<[string, Freshness[], Freshness]>([
    ["is as old as the oldest", [live(3), live(2), live(4)], live(2)],
    ["is stale if one of them is", [live(1), stale(3, "Away")], stale(3, "Away")],
    ["is as of the oldest stale one", [stale(3), stale(2, "Away"), stale(4)], stale(2, "Away")],
    ["has a reason if one of the same age has one", [stale(2, "Away"), stale(2)], stale(2, "Away")],
    ["ignores what is not loaded yet", [{ kind: "empty" }, live(3)], live(3)],
    ["is empty while none is loaded", [{ kind: "empty" }], { kind: "empty" }],
  ])("%s", (_, parts, expected) => {
    expect(oldest(...parts)).toEqual(expected);
  });

  test("is the same only while nothing visible differs", () => {
    const all = [live(1), live(2), stale(1), stale(1, "Away"), stale(2, "Away"), { kind: "empty" } as const];
    for (const [position, one] of all.entries()) {
      expect(all.map((other) => isSameFreshness(one, other))).toEqual(all.map((_, index) => index === position));
    }
  });
});
