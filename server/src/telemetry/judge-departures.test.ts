import { SECOND_MS } from "@groundcrew/shared/lib";
import { expect, test } from "vitest";
import { judgeDepartures } from "./judge-departures.ts";

const ENDED_AT = 1_000_000;

function afterPause() {
  let endedAt: number | null = ENDED_AT;
  const departures = judgeDepartures({ endedAt: () => endedAt });
  return { ...departures, setPause: (next: number | null) => (endedAt = next) };
}

test("a server that was not paused believes every departure", () => {
  const { areReal, setPause } = afterPause();
  setPause(null);
  expect(areReal("gc-1")).toBe(true);
});

test("after a pause those have left that were born since", () => {
  const { areReal, noteBirth } = afterPause();
  noteBirth("gc-1");
  expect([areReal("gc-1"), areReal("gc-2")]).toEqual([true, false]);
});

test("what stations sent before the pause ended does not make their departure real, what they sent later does", () => {
  const { areReal, noteHeard } = afterPause();
  noteHeard("gc-1", ENDED_AT + SECOND_MS);
  expect(areReal("gc-1")).toBe(false);
  noteHeard("gc-1", ENDED_AT + 11 * SECOND_MS);
  expect(areReal("gc-1")).toBe(true);
});

test("what was known after one pause says nothing after the next", () => {
  const { areReal, noteBirth, setPause } = afterPause();
  noteBirth("gc-1");
  setPause(ENDED_AT + 60 * SECOND_MS);
  expect(areReal("gc-1")).toBe(false);
});
