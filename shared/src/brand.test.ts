import { expect, test } from "vitest";
import { defaultBrand, isInternal, shortId } from "./brand.ts";

// @spec 51.1, 138.1
test.each([
  ["gc-0123456789ab", "0123456789ab"],
  ["0123456789ab", "0123456789ab"],
  ["xx-gc-01", "xx-gc-01"],
])("the short id of %s is %s", (name, id) => {
  expect(shortId(name, defaultBrand)).toBe(id);
});

// @spec 191.3
test.each([
  ["Groundcrew", true],
  ["Groundcrew Lab", true],
  ["Not Groundcrew", false],
  ["groundcrew", false],
  ["", false],
])("the organization %j is internal: %s", (name, expected) => {
  expect(isInternal(name, defaultBrand)).toBe(expected);
});
