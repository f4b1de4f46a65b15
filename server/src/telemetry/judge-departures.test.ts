import { SECOND_MS } from "@groundcrew/shared/lib";
import { expect, test } from "vitest";
import { judgeDepartures } from "./receive.ts";

const ENDED_AT = 1_000_000;

function afterPause() {
  let endedAt: number | null = ENDED_AT;
  const departures = judgeDepartures({ endedAt: () => endedAt });
  return { ...departures, setPause: (next: number | null) => (endedAt = next) };
}

test("a server that was not paused treats every departure as real", () => {
  const { areReal, setPause } = afterPause();
  setPause(null);
  expect(areReal("gc-1")).toBe(true);
});

test("after a pause only stations that have sent a birth since can have disconnected", () => {
  const { areReal, noteBirth } = afterPause();
  noteBirth("gc-1");
  expect([areReal("gc-1"), areReal("gc-2")]).toEqual([true, false]);
});

test("a message until 10 s after the pause does not make a departure real, a later one does", () => {
  const { areReal, noteMessage } = afterPause();
  noteMessage("gc-1", ENDED_AT + 10 * SECOND_MS);
  expect(areReal("gc-1")).toBe(false);
  noteMessage("gc-1", ENDED_AT + 10 * SECOND_MS + 1);
  expect(areReal("gc-1")).toBe(true);
});

test("what was recorded after one pause does not count after the next", () => {
  const { areReal, noteBirth, setPause } = afterPause();
  noteBirth("gc-1");
  setPause(ENDED_AT + 60 * SECOND_MS);
  expect(areReal("gc-1")).toBe(false);
});
