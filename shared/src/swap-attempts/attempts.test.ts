import * as fc from "fast-check";
import { expect, test } from "vitest";
import { cases } from "../../test/property-runs.ts";
import { MINUTE_MS } from "../lib/index.ts";
import { attemptsOf, MOST_MS, type SwapPiece } from "./attempts.ts";

const START = Date.parse("2026-11-12T08:00:00.000Z");

let ids = 0;
const piece = (kind: SwapPiece["kind"], minutes: number, job_id: string | null = null): SwapPiece => {
  return { kind, at: START + minutes * MINUTE_MS, event_id: `e${++ids}`, job_id, swaps: kind === "swap" ? 1 : 0 };
};
const swap = (minutes: number, job?: string) => piece("swap", minutes, job);
const error = (minutes: number, job?: string) => piece("error", minutes, job);
const empty = (minutes: number) => piece("pad_empty", minutes);

/** Outcome, number of pieces, and the minute in which it was decided, of each attempt. */
const outcomes = (pieces: readonly SwapPiece[]) =>
  attemptsOf(pieces).map(({ outcome, pieces: own, decidedAt }) => [
    outcome,
    own.length,
    (decidedAt - START) / MINUTE_MS,
  ]);

test.each<[string, SwapPiece[], unknown]>([
  ["a swap succeeded", [swap(1)], [["succeeded", 1, 1]]],
  ["a swap and an error of its job", [error(0, "a"), swap(20, "a")], [["with_errors", 2, 20]]],
  ["an error after the swap", [swap(1), error(3)], [["with_errors", 2, 1]]],
  ["an error and a swap without a job, five minutes apart", [error(0, "a"), swap(5)], [["with_errors", 2, 5]]],
  [
    "an error and a swap without a job, over five minutes apart",
    [error(0, "a"), swap(5.001)],
    [
      ["failed", 1, 5.001],
      ["succeeded", 1, 5.001],
    ],
  ],
  [
    "the pad became empty between them",
    [error(0), empty(1), swap(2)],
    [
      ["failed", 1, 1],
      ["succeeded", 1, 2],
    ],
  ],
  ["the pad became empty, but the job is the same", [error(0, "a"), empty(1), swap(2, "a")], [["with_errors", 2, 2]]],
  [
    "different jobs",
    [error(0, "a"), error(1, "b")],
    [
      ["failed", 1, 1],
      ["failed", 1, 31],
    ],
  ],
  [
    "a job that ended half an hour before its id is used again",
    [error(0, "a"), swap(30.001, "a")],
    [
      ["failed", 1, 30],
      ["succeeded", 1, 30.001],
    ],
  ],
  ["errors without a swap, after half an hour", [error(0), error(4)], [["failed", 2, 34]]],
  ["errors without a swap, when the pad became empty", [error(0), error(4), empty(6)], [["failed", 2, 6]]],
  [
    "two swaps without a job",
    [swap(0), swap(2)],
    [
      ["succeeded", 1, 0],
      ["succeeded", 1, 2],
    ],
  ],
  ["two swaps of one job", [swap(0, "a"), swap(2, "a")], [["succeeded", 2, 0]]],
  ["that the pad became empty, alone", [empty(0)], []],
  [
    "an error of the same job after the pad became empty",
    [error(0, "a"), empty(1), error(2, "a")],
    [["failed", 2, 32]],
  ],
  ["a job that is known with a later piece", [error(0), error(1, "a"), swap(20, "a")], [["with_errors", 3, 20]]],
  [
    "a swap without a job belongs to the latest attempt or to none",
    [error(0, "a"), error(1, "b"), swap(2, "b"), swap(3)],
    [
      ["failed", 1, 1],
      ["with_errors", 2, 2],
      ["succeeded", 1, 3],
    ],
  ],
  ["a swap at the moment at which the pad became empty", [empty(1), swap(1), error(0)], [["with_errors", 2, 1]]],
])("%s", (_, pieces, expected) => {
  expect(outcomes(pieces)).toEqual(expected);
});

test("a station that never stops reporting errors has attempts of at most an hour", () => {
  const pieces = Array.from({ length: 1_000 }, (_, minute) => error(minute, minute % 3 === 0 ? "a" : undefined));
  for (const { pieces: own } of attemptsOf(pieces)) {
    expect((own.at(-1)?.at ?? 0) - own[0].at).toBeLessThanOrEqual(MOST_MS);
  }
});

const anyPieces = fc.uniqueArray(
  fc.record({
    kind: fc.constantFrom<SwapPiece["kind"]>("swap", "error", "error", "pad_empty"),
    at: fc.integer({ min: 0, max: 180 }).map((half) => START + (half * MINUTE_MS) / 2),
    event_id: fc.string({ minLength: 1, maxLength: 3 }),
    job_id: fc.constantFrom(null, "a", "b"),
    swaps: fc.constant(1),
  }),
  { selector: ({ event_id }) => event_id, maxLength: 25 },
);

// @spec R2.1
test("any order, and pieces that arrive twice, give the same attempts", () => {
  const orders = anyPieces.chain((pieces) => {
    const twice = [...pieces, ...pieces.slice(0, 5)];
    return fc.tuple(fc.constant(pieces), fc.shuffledSubarray(twice, { minLength: twice.length }));
  });
  fc.assert(
    fc.property(orders, ([pieces, shuffled]) => {
      expect(attemptsOf(shuffled)).toEqual(attemptsOf(pieces));
    }),
    cases(300),
  );
});

test("each swap and each error is in one attempt, and none that has a swap failed", () => {
  fc.assert(
    fc.property(anyPieces, (pieces) => {
      const attempts = attemptsOf(pieces);
      const own = attempts.flatMap((attempt) => attempt.pieces);
      expect(own.length).toBe(new Set(own).size);
      expect(new Set(own)).toEqual(new Set(pieces.filter(({ kind }) => kind !== "pad_empty")));
      for (const { outcome, pieces: parts, decidedAt } of attempts) {
        expect(outcome === "failed").toBe(parts.every(({ kind }) => kind === "error"));
        expect(decidedAt).toBeGreaterThanOrEqual(parts[0].at);
      }
    }),
    cases(300),
  );
});
