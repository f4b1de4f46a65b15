import { usualPreferences } from "@groundcrew/shared/sessions";
import { expect, test } from "vitest";
import { fieldLabel } from "./action-texts.ts";
import { valueText } from "./field-texts.ts";
import { amountText, brokenSentence, countSentence, daySection, keptText } from "./list-texts.ts";
import { auditView } from "./view.ts";

const admin = {
  can_admin: true,
  can_manage: false,
  name: "",
  email: "",
  org_id: 1,
  organization: "Groundcrew",
  default_view: null,
  preferences: usualPreferences,
};

test.each([
  [["hardware_version"], "Hardware Version"],
  [["maintenance", "why"], "Maintenance › Reason"],
  [["org_id"], "Organization"],
  [["gps_antenna"], "GPS Antenna"],
])("the field %j is called %s", (path, label) => {
  expect(fieldLabel(path)).toBe(label);
});

test.each<[string[], Parameters<typeof valueText>[1], string]>([
  [["x"], undefined, "–"],
  [["x"], "", "–"],
  [["x"], false, "no"],
  [["x"], 7.1, "7.1"],
  [["x"], ["a", "b"], "a, b"],
  [["x"], [], "–"],
  [["org_id"], 2, "Harbor Air"],
  [["org_id"], 3, "Organization 3"],
])("the value of %j, %j, is shown as %s", (path, value, text) => {
  expect(valueText({ path }, value, new Map([[2, "Harbor Air"]]))).toBe(text);
});

test("a day is named with its date, and with its year if that is another one", () => {
  const now = new Date(2026, 10, 22, 14).getTime();
  const at = (month: number, day: number, year = 2026) =>
    daySection(new Date(year, month, day, 23, 59).toISOString(), now);
  expect([at(10, 22), at(10, 21), at(10, 20), at(11, 31, 2025)]).toEqual([
    "Today, November 22",
    "Yesterday, November 21",
    "November 20",
    "December 31, 2025",
  ]);
});

test("entries are counted up to ten thousand, for managers with their organization", () => {
  expect(countSentence(1, admin)).toBe("1 entry");
  expect(countSentence(10_001, admin)).toBe("more than 10,000 entries");
  expect(countSentence(41, { ...admin, can_admin: false, organization: "Skyline" })).toBe("41 entries of Skyline");
});

test("what one act changed is counted up to a thousand in the list", () => {
  expect([2, 1_000, 1_001, 10_000].map((count) => amountText(count, "stations"))).toEqual([
    "2 stations",
    "1,000 stations",
    "more than 1,000 stations",
    "10,000 stations",
  ]);
});

test("how long entries are kept is said in years where that is exact", () => {
  expect([365, 730, 800].map(keptText)).toEqual(["kept for a year", "kept for 2 years", "kept for 800 days"]);
});

test("a broken chain names the first entry that does not fit, if it is known", () => {
  expect(brokenSentence({ entry: 7, at: "2026-11-22T10:00:00.000Z", reason: "changed" })).toMatch(
    /^The audit log was changed\. Entry 7 of 2026-11-22 .* is not what it was/,
  );
  expect(brokenSentence({ entry: null, at: null, reason: "missing" })).toContain("An entry was added or removed");
});

test("invalid settings of a view are ignored, and an area is sent as its actions", () => {
  const invalid = { "au-outcome": "x", "au-org": "-1", "au-station": "A B", "au-action": "toString", "au-t": "x" };
  const standard = auditView.read({});
  expect(auditView.read(invalid)).toEqual(standard);
  expect(auditView.filtered({ ...standard, t: "day" })).toEqual([]);
  expect(auditView.call({ ...standard, t: "all", action: "keys" }, 0)).toEqual({
    actions: "createApiKey,renewApiKey,revokeApiKey",
  });
});
