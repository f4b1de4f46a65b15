import { expect, test } from "vitest";
import { retentionText, selectAllLabel, triageText } from "./error-texts.ts";

test.each([
  [{ triage: 97, attached: 7, hasMore: false }, "97 to triage · 7 attached"],
  [{ triage: 1, attached: 0, hasMore: false }, "1 to triage"],
  [{ triage: 0, attached: 3, hasMore: false }, "0 to triage · 3 attached"],
  [{ triage: 1_000, attached: 0, hasMore: true }, "1,000+ to triage"],
  [{ triage: 900, attached: 100, hasMore: true }, "900 to triage · 100+ attached"],
])("%j is shown as %j", (counts, text) => {
  expect(triageText(counts)).toBe(text);
});

test.each([
  { days: 730, time: "2 years" },
  { days: 365, time: "1 year" },
  { days: 90, time: "90 days" },
])("a retention of $days days is shown as $time", ({ days, time }) => {
  expect(retentionText(days)).toBe(
    `Resolved errors are kept for ${time}, those attached to a support log entry permanently.`,
  );
});

test.each([
  [0, "Select All"],
  [15, "Select All (15)"],
  [16, "Select All (16 on 2 pages)"],
  [1_000, "Select All (1,000 on 67 pages)"],
])("with %d errors on pages of 15, the button that selects them has the label %j", (count, label) => {
  expect(selectAllLabel(count, 15)).toBe(label);
});
