import { expect, test } from "vitest";
import { isDescending } from "./sort-direction.ts";

test.each([
  ["serial_number", false, false],
  ["serial_number", true, true],
  ["description", false, false],
  ["default", false, true],
  ["default", true, false],
  ["version", false, true],
] as const)("a sort by %s, inverted: %s, is descending: %s", (sort, sortInvert, expected) => {
  expect(isDescending(sort, sortInvert)).toBe(expected);
});
