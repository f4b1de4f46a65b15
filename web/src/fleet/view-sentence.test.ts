import { defaultViewSettings } from "@groundcrew/shared/stations";
import { expect, test } from "vitest";
import { viewSentence } from "./view-sentence.ts";

test("what a search, sort, group or time change left is said in one sentence", () => {
  expect(viewSentence(1, defaultViewSettings)).toBe("1 station");
  expect(
    viewSentence(1_234, { ...defaultViewSettings, sort: "serial_number", group: "organization", time: "week" }),
  ).toBe("1,234 stations, sorted by Serial Number, grouped by Organization, time: Week");
  expect(viewSentence(2, { ...defaultViewSettings, sortInvert: true })).toBe("2 stations, sort order reversed");
});
