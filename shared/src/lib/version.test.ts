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
  // Pre-releases come before their release, with their numbers as numbers
  ["2.14.0-rc1", "2.14.0"],
  ["2.14.0-rc2", "2.14.0-rc10"],
  ["2.14.0-rc.2", "2.14.0-rc.10"],
  ["2.14.0-alpha", "2.14.0-alpha.1"],
  ["2.14.0-alpha.1", "2.14.0-beta"],
  ["2.14.0-beta.11", "2.14.0-rc.1"],
  ["2.14.0-rc1", "v2.14.0"],
  ["2.13.9", "2.14.0-dev"],
  ["2.14.0.dev3", "2.14.0a1"],
  ["2.14.0a1", "2.14.0b1"],
  ["2.14.0b2", "2.14.0rc1"],
  ["2.14.0-SNAPSHOT", "2.14.0"],
  ["2.14.0-nightly.20261127", "2.14.0-beta"],
  ["2.14.0-M1", "2.14.0-RC1"],
  ["2.14.0-preview", "2.14.0"],
  ["2.14.0-pre3", "2.14.0-rc4"],
  // Other words come after it
  ["2.14.0", "2.14.0-hotfix"],
  ["2.14.0", "2.14.0p1"],
  ["2.14.0p2", "2.14.0p10"],
  ["2.14.0", "2.14.0-r1"],
  ["2.14.0-1", "2.14.0-2"],
  ["1.1.1k", "1.1.1w"],
  ["2.14.0", "2.14.0-3-g1a2b3c4"],
  // A leading v or a name decides nothing
  ["2.9.0", "v2.14.0"],
  ["v2.14.0", "2.15.1"],
  ["2.14.0", "v2.15.1"],
  ["V2.14.0", "V2.16.0"],
  ["v.2.9", "v.2.10"],
  ["fw 2.9", "FW_2.10"],
  ["release-2.9.0", "release-2.10.0"],
  ["Atlas v1.9", "v1.10"],
  ["版本2.9", "版本2.10"],
  ["версия 2.9", "версия 2.10"],
  ["v2.9", "ｖ２．１０"],
  ["rc", "0.1-rc"],
  // Dates, years and long numbers
  ["2026.3", "2026.11"],
  ["20261127", "20261128"],
  ["20261127093000123", "20261127093000124"],
  ["2026.11.27.1", "2026.11.27.12"],
  ["1.20251231", "1.20260101"],
  ["24.04", "24.10"],
])("%s comes before %s", (earlier, later) => {
  expect(compareVersions(earlier, later)).toBeLessThan(0);
  expect(compareVersions(later, earlier)).toBeGreaterThan(0);
});

test.each([
  ["2.14.0", "v2.14.0"],
  ["2.14.0", "V2.14.0"],
  ["v2.14.0", "v 2.14.0"],
  ["2.14.0", "2.14.0+b"],
  ["2.14.0+build.7", "2.14.0+build.12"],
  ["2.14.0-rc1+20261127", "2.14.0-rc1"],
  ["2.14.0-RC1", "2.14.0-rc1"],
  ["2.14.0-rc.1", "2.14.0-rc1"],
  ["2.14.0-rc1", "2.14.0rc1"],
  ["2.14.0-c1", "2.14.0-rc1"],
  ["2.14.0-alpha1", "2.14.0a1"],
  ["2.14.0-final", "2.14.0"],
  ["2.14.0.RELEASE", "2.14.0"],
  ["2.14.0-ga", "2.14.0"],
  ["02.014.0", "2.14.0"],
  [" 2.14.0 ", "2.14.0"],
  ["2.14.0\n", "2.14.0"],
  ["２.１４.０", "2.14.0"],
  ["version 2.14.0", "2.14.0"],
])("%j and %j are the same version", (one, other) => {
  expect(compareVersions(one, other)).toBe(0);
});

const version = fc.array(
  fc.oneof(
    fc.nat(20).map(String),
    fc.constantFrom("", "a", "1a", "01", "v1", "1-rc2", "1-rc10", "1+b", "0b1", "dev", "1-hotfix"),
  ),
  { maxLength: 4 },
);

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
