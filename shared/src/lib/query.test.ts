import { expect, test } from "vitest";
import { flagInQuery, numberInQuery, orgIdInQuery, positionInQuery } from "./query.ts";

test("a number is parsed from text, and a number stays unchanged", () => {
  expect(numberInQuery.parse("42")).toBe(42);
  expect(numberInQuery.parse(numberInQuery.parse("42"))).toBe(42);
  expect(orgIdInQuery.parse("2147483647")).toBe(2_147_483_647);
});

test.each([
  "",
  "0",
  "-1",
  "1.5",
  "1e3",
  " 1",
  "0x1",
  "9".repeat(16),
  "9".repeat(100_000),
  0,
  1.5,
  Number.NaN,
  null,
  ["1"],
])("%j is not a number", (value) => {
  expect(numberInQuery.safeParse(value).success).toBe(false);
});

test("an organization's id fits into its column", () => {
  expect(orgIdInQuery.safeParse("2147483648").success).toBe(false);
});

test("a boolean is parsed from its spellings", () => {
  expect(["true", "1", "false", "0", true, false].map((value) => flagInQuery.parse(value))).toEqual([
    true,
    true,
    false,
    false,
    true,
    false,
  ]);
  expect(flagInQuery.safeParse("maybe").success).toBe(false);
});

test("a position is a whole number from 0", () => {
  expect(positionInQuery.parse("0")).toBe(0);
  expect(positionInQuery.parse(7)).toBe(7);
  for (const value of ["-1", "", "1.5", "x"]) expect(positionInQuery.safeParse(value).success).toBe(false);
});
