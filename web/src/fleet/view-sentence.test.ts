import { defaultSsotViewSettings, defaultViewSettings } from "@groundcrew/shared/stations";
import { expect, test } from "vitest";
import { tableSentence, viewSentence } from "./view-sentence.ts";

test("the result of a change of search, sort, group or time is one sentence", () => {
  expect(viewSentence(1, defaultViewSettings)).toBe("1 station");
  expect(
    viewSentence(1_234, { ...defaultViewSettings, sort: "serial_number", group: "organization", time: "week" }),
  ).toBe("1,234 stations, sorted by Serial Number, ascending, grouped by Organization, time: Week");
  expect(viewSentence(2, { ...defaultViewSettings, sortInvert: true })).toBe(
    "2 stations, sorted by Default, ascending",
  );
});

test("a table sorted by a column names that column and its order, not the sort chosen in the menu", () => {
  const heading = { label: "Swaps (Year)", isDescending: true };
  expect(tableSentence(36, defaultSsotViewSettings, null)).toBe("36 stations");
  expect(tableSentence(36, defaultSsotViewSettings, heading)).toBe("36 stations, sorted by Swaps (Year), descending");
  expect(tableSentence(1, { sort: "temperature", sortInvert: true }, null)).toBe(
    "1 station, sorted by Temperature, ascending",
  );
});
