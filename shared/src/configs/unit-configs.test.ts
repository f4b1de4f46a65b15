import { expect, test } from "vitest";
import { shortenTitle, isUnitConfigChecked, isUsedUnitConfig } from "./unit-configs.ts";

// @spec 212.6, 220.1
test.each([
  [0, false],
  [1, true],
  [83, true],
  [83.5, false],
  [84, false],
  [126, false],
  [127, true],
  [Number.NaN, false],
])("unit config %d of an atlas is used: %s", (number, isUsed) => {
  expect(isUsedUnitConfig("atlas", number)).toBe(isUsed);
});

test("other types use all unit configs", () => {
  expect(isUsedUnitConfig("universal", 100)).toBe(true);
  expect(isUsedUnitConfig("global", 0)).toBe(false);
});

// @spec 105.4
test("a box is checked when the value is false", () => {
  expect([isUnitConfigChecked(false), isUnitConfigChecked(true)]).toEqual([true, false]);
});

// @spec 112.13
test.each([
  ["Roof Light", "Roof Light"],
  ["Fourteen chars", "Fourteen chars"],
  ["Fifteen chars !", "Fifteen char…"],
])("the header title of %s is %s", (title, cut) => {
  expect(shortenTitle(title)).toBe(cut);
});
