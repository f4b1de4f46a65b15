import * as fc from "fast-check";
import { expect, test } from "vitest";
import { nestingDepth } from "./json.ts";

const depthOf = (text: string, limit = 100) => nestingDepth(new TextEncoder().encode(text), limit);

function depthOfValue(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOfValue));
}

test("the depth of a JSON text is that of its value, and brackets in strings do not count", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(depthOf(JSON.stringify(value))).toBe(depthOfValue(value));
    }),
  );
});

test.each([
  { text: '"["', depth: 0 },
  { text: String.raw`["\"[[", "\\", {"ü[": "]"}]`, depth: 2 },
  { text: '["[[[', depth: 1 },
])("$text is $depth deep", ({ text, depth }) => {
  expect(depthOf(text)).toBe(depth);
});

test("counting stops right after the limit", () => {
  expect(depthOf("[".repeat(1_000), 5)).toBe(6);
});
