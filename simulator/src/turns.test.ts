import { expect, test } from "vitest";
import { fakeClock } from "../test/fake-clock.ts";
import { turnsOf } from "./turns.ts";

test("at most so many turns fall into a second, and idle time is not saved up", () => {
  const clock = fakeClock(0);
  const turn = turnsOf(clock, 100);
  expect([turn(), turn(), turn()]).toStrictEqual([0, 10, 20]);
  clock.advance(60_000);
  expect([turn(), turn()]).toStrictEqual([0, 10]);
});
