import { expect, test } from "vitest";
import { settingsWith } from "./settings-with.ts";

test("an address keeps the settings of every page below its route, and keys by their name", () => {
  const keep = settingsWith("at-", "dl-", "acknowledge");
  const address = { "at-own": "mine", "dl-q": "", acknowledge: "", acknowledged: "1", other: "1", "at-q": 5 };
  expect(keep(address)).toEqual({ "at-own": "mine", acknowledge: "" });
  expect(keep({ "at-q": "x".repeat(12_000) })["at-q"]).toHaveLength(500);
});
