import { DAY_MS } from "@groundcrew/shared/lib";
import { expect, test } from "vitest";
import { sampleGroup } from "../../../../shared/test/sample-group.ts";
import { archiveCondition, archiveEnd, archiveSchema, unarchiveSentence, type ArchiveValues } from "./archiving.ts";
import { commonPattern, matchSentence, mergedOwnerSentence } from "./merging.ts";
import { fixHelp, ownersSentence, resolveSchema } from "./resolving.ts";

const NOW = Date.parse("2026-05-08T12:00:00.000Z");

const values: ArchiveValues = {
  when: "time",
  choice: "week",
  other: "",
  count: "100",
  unit: "errors",
  if_escalates: true,
  why: "Known",
};
const problems = (changed: Partial<ArchiveValues>) =>
  archiveSchema(() => NOW)
    .safeParse({ ...values, ...changed })
    .error?.issues.map(({ path, message }) => [path[0], message]);

test("a group is archived for a time of at most 90 days, or until a whole number of errors or stations", () => {
  const other = (time: number) => problems({ choice: "other", other: new Date(time).toISOString().slice(0, 16) });
  expect(problems({})).toBe(undefined);
  expect(problems({ choice: "other" })).toEqual([["other", "Enter a time."]]);
  expect(other(NOW - DAY_MS)).toEqual([["other", "Choose a time in the future."]]);
  expect(other(NOW + 92 * DAY_MS)).toEqual([["other", "Choose a time within 90 days."]]);
  expect(problems({ when: "more", choice: "other" })).toBe(undefined);
  expect(problems({ when: "more", count: "1.5" })).toEqual([["count", "Enter a whole number from 1."]]);
  expect(problems({ when: "more", count: "0" })).toEqual([["count", "Enter a whole number from 1."]]);
  expect(problems({ why: " " })).toEqual([["why", "Say why it is archived."]]);
});

test("the call has the chosen condition only", () => {
  const entered = (changed: Partial<ArchiveValues>) => archiveSchema(() => NOW).parse({ ...values, ...changed });
  const shared = { if_escalates: true, why: "Known" };
  expect(archiveCondition(entered({ when: "more" }), "1.4.3")).toEqual({ ...shared, errors: 100 });
  expect(archiveCondition(entered({ when: "more", unit: "stations" }), null)).toEqual({ ...shared, stations: 100 });
  expect(archiveCondition(entered({ when: "firmware" }), "1.4.3")).toEqual({ ...shared, newer_than: "1.4.3" });
  expect(archiveCondition(entered({}), null)).toEqual({
    ...shared,
    until: new Date(archiveEnd(values, NOW) ?? 0).toISOString(),
  });
});

test("a sentence says when the group is unarchived", () => {
  expect(unarchiveSentence({ ...values, choice: "other", other: "2026-05-09T08:00" }, { newest: null, now: NOW })).toBe(
    "Unarchived on Sat 2026-05-09 08:00, earlier if it escalates. No group stays archived for more than 90 days.",
  );
  expect(unarchiveSentence({ ...values, when: "firmware", if_escalates: false }, { newest: "1.4.3", now: NOW })).toBe(
    "Unarchived at the first error from a firmware newer than 1.4.3. No group stays archived for more than 90 days.",
  );
});

test.each([
  [
    ["Charger slot <n> answered with abnormal voltage <n>", "Charger slot <n> answered with abnormal current <n>"],
    "Charger slot * answered with abnormal *",
  ],
  [
    ["Charger slot <n> answered with abnormal voltage <n>", "Charger slot <n> did not answer within <n> s"],
    "Charger slot *",
  ],
  [["Door is stuck", "Door is stuck open"], "Door is stuck *"],
  [["Roof opened", "Latch closed"], null],
  [["Roof is open", "Latch was open"], null],
])("the pattern of the messages %j is %j", (titles, pattern) => {
  expect(commonPattern(titles)).toBe(pattern);
});

test("a sentence says which groups a pattern matches", () => {
  const ids = (...numbers: number[]) => numbers.map((id) => ({ id }));
  expect(matchSentence([], ids(1, 2))).toBe("Matches no current group.");
  expect(matchSentence(ids(1, 2), ids(1, 2, 3))).toBe("Matches 2 current groups, all selected: 1 and 2.");
  expect(matchSentence(ids(1, 9), ids(1, 2))).toBe("Matches 2 current groups, selected: 1. Not merged now: 9.");
  expect(matchSentence(ids(9), ids(1))).toBe("Matches 1 current group, none of them selected. Not merged now: 9.");
});

const ownedBy = (owner_id: number, owner: string, acknowledged_at: string | null) => ({
  owner_id,
  owner,
  by: "Ana Ruiz",
  assigned_at: "2026-05-08T10:00:00.000Z",
  acknowledged_at,
  until: "2026-05-09T10:00:00.000Z",
  note: null,
  rev: 1,
});
const priya = sampleGroup({ owner: ownedBy(2, "Priya Nair", "2026-05-08T11:48:00.000Z") });
const lee = sampleGroup({ id: 129, owner: ownedBy(3, "Lee Tran", null) });

test("who acknowledged last keeps a merged group", () => {
  expect(mergedOwnerSentence([lee, priya, sampleGroup({ id: 5 })])).toBe(
    "The merged group stays with Priya Nair. Lee Tran no longer has Group 129.",
  );
  expect(mergedOwnerSentence([priya, sampleGroup({ id: 5 })])).toBe(null);
});

test("resolving what someone else has says so", () => {
  expect(ownersSentence([priya], 1, NOW)).toBe(
    "Priya Nair acknowledged this group 12m ago. Priya Nair is notified that you resolved it.",
  );
  expect(ownersSentence([lee], 1, NOW)).toBe(
    "Ana Ruiz assigned this group to Lee Tran 2h ago. Lee Tran is notified that you resolved it.",
  );
  expect(ownersSentence([priya, lee], 2, NOW)).toBe(
    "Lee Tran has Group 129. Owners are notified that you resolved it.",
  );
  expect(ownersSentence([priya], 2, NOW)).toBe(null);
});

test("a fix with a firmware says how many stations do not have it yet", () => {
  const known = [
    { version: "1.10.0", stations_of_group: 3 },
    { version: "1.9.0", stations_of_group: 4 },
    { version: "1.4.3", stations_of_group: 13 },
  ];
  expect(fixHelp("1.10.0", known)).toMatch(/solution\. 17 stations of the group still run an older one\.$/);
  expect(fixHelp("1.4", known)).toMatch(/No station of the group runs an older one\.$/);
  expect(fixHelp(" ", known)).toMatch(/with this solution\.$/);
  const entered = { solution: "Replaced the belt", fixed: "firmware", firmware: " ", incidents: false };
  expect(resolveSchema.safeParse(entered).error?.issues[0]?.message).toBe("Enter the first firmware with the fix.");
});
