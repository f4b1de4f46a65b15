import { expect, test } from "vitest";
import { readDecimal } from "./decimal.ts";

test.each([
  ["12", 12],
  [" -7.25 ", -7.25],
  ["+.5", 0.5],
  ["3.", 3],
])("%j is a number", (text, value) => {
  expect(readDecimal(text)).toBe(value);
});

test.each(["", " ", ".", "-", "1e3", "0x10", "1,5", "Infinity", "1 2", "9".repeat(100_000) + "x"])(
  "text that is not plain digits is no number",
  (text) => {
    expect(readDecimal(text)).toBeNull();
  },
);
