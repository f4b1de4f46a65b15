import * as fc from "fast-check";
import { expect, test } from "vitest";
import { compareVersions } from "./version.ts";

// @spec 138.8
test.each([
  ["1.9", "1.10"],
  ["1.9.9", "1.10"],
  ["2", "10"],
  ["1.2", "1.2.0"],
  ["", "0.1"],
  ["2.0-rc1", "2.0-rc2"],
  ["2.0-rc2", "2.1"],
])("%s comes before %s", (earlier, later) => {
  expect(compareVersions(earlier, later)).toBeLessThan(0);
  expect(compareVersions(later, earlier)).toBeGreaterThan(0);
});

const version = fc.array(fc.oneof(fc.nat(20).map(String), fc.constantFrom("", "a", "1a", "01")), { maxLength: 4 });

const text = version.map((parts) => parts.join("."));

test("comparing two versions is antisymmetric", () => {
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(Math.sign(compareVersions(a, b))).toBe(0 - Math.sign(compareVersions(b, a)));
    }),
  );
});

test("sorted versions are in order at any distance", () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 6 }), (texts) => {
      const sorted = texts.toSorted(compareVersions);
      for (const [i, later] of sorted.entries()) {
        for (const earlier of sorted.slice(0, i)) expect(compareVersions(earlier, later)).toBeLessThanOrEqual(0);
      }
    }),
  );
});
