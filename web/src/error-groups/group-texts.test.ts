import { expect, test } from "vitest";
import { barHeights, daysSentence, firmwareText, surgeText, titleParts, titleText } from "./group-texts.ts";

test("a title is split at its placeholders", () => {
  expect(titleParts("Upload of <path> failed after <n> tries")).toEqual([
    { kind: "words", text: "Upload of ", start: 0 },
    { kind: "placeholder", text: "path", start: 10 },
    { kind: "words", text: " failed after ", start: 16 },
    { kind: "placeholder", text: "n", start: 30 },
    { kind: "words", text: " tries", start: 33 },
  ]);
  expect(titleParts("<n><n>").map(({ kind }) => kind)).toEqual(["placeholder", "placeholder"]);
  expect(titleText("<n> V at <b> in <time>")).toBe("n V at <b> in time");
  expect(titleParts("")).toEqual([]);
});

test.each([
  [null, null],
  [{ version: "1.4.3", share: 0.89 }, null],
  [{ version: "1.4.3", share: 0.9 }, "mostly 1.4.3"],
  [{ version: "1.4.3", share: 1 }, "1.4.3 only"],
])("the firmware %j is shown as %j: from 90 %% mostly, at all only", (firmware, text) => {
  expect(firmwareText(firmware)).toBe(text);
});

test.each([
  [[9, 11, 8, 14, 12, 31, 129], "4× yesterday"],
  [[0, 0, 0, 0, 0, 5, 15], "3× yesterday"],
  [[0, 0, 0, 0, 0, 5, 14], null],
  [[0, 0, 0, 0, 0, 1, 5], null],
  [[0, 0, 0, 0, 0, 0, 50], null],
])("a row with the days %j says %j", (days, text) => {
  expect(surgeText(days)).toBe(text);
});

test("the bars of days are as high as their errors, and one error among many is visible", () => {
  expect(barHeights([0, 1, 500, 1_000], 22)).toEqual([1, 2, 11, 22]);
  expect(barHeights([0, 0], 22)).toEqual([1, 1]);
  expect(daysSentence([9, 1_200])).toBe("Errors a day: 9, 1,200 so far today");
});
