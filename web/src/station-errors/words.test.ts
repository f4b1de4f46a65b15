import { expect, test } from "vitest";
import { keptWords, selectAllWords, triageWords } from "./words.ts";

test.each([
  [{ waiting: 97, attached: 7, isCut: false }, "97 to triage · 7 attached"],
  [{ waiting: 1, attached: 0, isCut: false }, "1 to triage"],
  [{ waiting: 0, attached: 3, isCut: false }, "0 to triage · 3 attached"],
  [{ waiting: 1_000, attached: 0, isCut: true }, "1,000+ to triage"],
  [{ waiting: 900, attached: 100, isCut: true }, "900 to triage · 100+ attached"],
])("%j reads %j", (counts, words) => {
  expect(triageWords(counts)).toBe(words);
});

test.each([
  { days: 730, time: "2 years" },
  { days: 365, time: "1 year" },
  { days: 90, time: "90 days" },
])("errors that are kept for $days days are said to be kept for $time", ({ days, time }) => {
  expect(keptWords(days)).toBe(
    `Resolved errors are kept for ${time}, those attached to a support log entry permanently.`,
  );
});

test.each([
  [0, "Select All"],
  [15, "Select All (15)"],
  [16, "Select All (16 on 2 pages)"],
  [1_000, "Select All (1,000 on 67 pages)"],
])("with %d errors at 15 a page the button that selects them reads %j", (count, words) => {
  expect(selectAllWords(count, 15)).toBe(words);
});
