import { plainPattern } from "@groundcrew/shared/station-errors";
import { expect, test } from "vitest";
import { sampleGroup } from "../../../shared/test/sample-group.ts";
import { daysSentence, firmwareText, stateNote, stationTypeText, surgeText, titleParts } from "./group-texts.ts";

test("a title is split at its placeholders", () => {
  expect(titleParts("Upload of <path> failed after <n> tries")).toEqual([
    { kind: "words", text: "Upload of ", start: 0 },
    { kind: "placeholder", text: "path", start: 10 },
    { kind: "words", text: " failed after ", start: 16 },
    { kind: "placeholder", text: "n", start: 30 },
    { kind: "words", text: " tries", start: 33 },
  ]);
  expect(titleParts("<n><n>").map(({ kind }) => kind)).toEqual(["placeholder", "placeholder"]);
  expect(plainPattern("<n> V at <b> in <time>")).toBe("n V at <b> in time");
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

test("a sentence has the errors of each day", () => {
  expect(daysSentence([9, 1_200])).toBe("Errors a day (UTC): 9, 1,200 so far today");
});

const NOW = Date.parse("2026-05-10T00:00:00.000Z");
const resolution = { at: "2026-05-01T00:00:00.000Z", by: "Lee Tran", solution: "New board", fixed_from: null };
const archive = {
  until: "2026-08-01T06:00:00.000Z",
  errors: null,
  stations: null,
  newer_than: null,
  if_escalates: true,
  why: "Known",
  by: "Lee Tran",
  at: "2026-05-01T00:00:00.000Z",
  errors_before: 0,
  stations_before: 0,
};

test("a row says who resolved a group that is resolved or regressed", () => {
  expect(stateNote(sampleGroup({ state: "regressed", resolution }), NOW)).toBe("resolved 1w ago by Lee Tran");
  expect(stateNote(sampleGroup({ state: "ongoing", resolution }), NOW)).toBe(null);
});

test.each([
  [{}, /^until 2026-08-01 \d\d:\d\d · Lee Tran: Known$/],
  [{ errors: 100 }, /^until 100 more errors · /],
  [{ stations: 1 }, /^until 1 more station · /],
  [{ newer_than: "1.4.3" }, /^until firmware newer than 1\.4\.3 · /],
])("a row of an archived group says until when and why", (condition, text) => {
  const group = sampleGroup({ state: "archived", archive: { ...archive, ...condition } });
  expect(stateNote(group, NOW)).toMatch(text);
});

test("the types of a group's stations have their names", () => {
  expect(["atlas", "mobile", null].map(stationTypeText)).toEqual(["Atlas", "mobile", "All types"]);
});
