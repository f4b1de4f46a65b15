import { expect, test } from "vitest";
import { fakeClock } from "../test/fake-clock.ts";
import { rateLimit } from "./fleet.ts";

test("at most perSecond slots are in a second, and idle time does not add up", () => {
  const clock = fakeClock(0);
  const waitMs = rateLimit(clock, 100);
  expect([waitMs(), waitMs(), waitMs()]).toStrictEqual([0, 10, 20]);
  clock.advance(60_000);
  expect([waitMs(), waitMs()]).toStrictEqual([0, 10]);
});
