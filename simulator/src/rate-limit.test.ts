import { expect, test } from "vitest";
import { fakeClock } from "../test/fake-clock.ts";
import { rateLimit } from "./rate-limit.ts";

test("at most so many slots fall into a second, and idle time is not saved up", () => {
  const clock = fakeClock(0);
  const waitMs = rateLimit(clock, 100);
  expect([waitMs(), waitMs(), waitMs()]).toStrictEqual([0, 10, 20]);
  clock.advance(60_000);
  expect([waitMs(), waitMs()]).toStrictEqual([0, 10]);
});
