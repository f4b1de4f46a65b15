import { expect, test } from "vitest";
import {
  changedFields,
  changeField,
  conflictingFields,
  dropField,
  keepField,
  restoredChanges,
  withChanges,
} from "./form-changes.ts";

const loaded = { description: "By the pier", actual: true };
const theirs = { description: "On the roof", actual: true };
const mine = changeField({}, { name: "description", value: "North ridge", initial: loaded });

test("a field shows what was entered, all others what was loaded last", () => {
  expect(withChanges({ ...loaded, actual: false }, mine)).toEqual({ description: "North ridge", actual: false });
});

test("a field that someone else changed while it was edited is in conflict, with its edit kept", () => {
  expect(conflictingFields(mine, loaded)).toEqual([]);
  expect(conflictingFields(mine, theirs)).toEqual(["description"]);
  expect(withChanges(theirs, mine).description).toBe("North ridge");
});

test("typing on does not hide a conflict", () => {
  const more = changeField(mine, { name: "description", value: "North ridge 2", initial: theirs });
  expect(conflictingFields(more, theirs)).toEqual(["description"]);
});

test("a field that someone else changed before it was edited is in no conflict", () => {
  const later = changeField({}, { name: "description", value: "North ridge", initial: theirs });
  expect(conflictingFields(later, theirs)).toEqual([]);
});

test("who entered what someone else saved has changed nothing", () => {
  const same = changeField({}, { name: "description", value: "On the roof", initial: loaded });
  expect([changedFields(same, theirs), conflictingFields(same, theirs)]).toEqual([[], []]);
});

test("who types on after a save whose reply was lost is in no conflict with it", () => {
  const saved = { ...loaded, description: "North ridge" };
  const more = changeField(mine, { name: "description", value: "North ridge 2", initial: saved });
  expect(conflictingFields(more, saved)).toEqual([]);
  expect(conflictingFields(more, theirs)).toEqual(["description"]);
});

test("a conflict is settled by keeping one's own value, until it is changed once more", () => {
  const kept = keepField(mine, "description", theirs);
  expect(conflictingFields(kept, theirs)).toEqual([]);
  expect(changedFields(kept, theirs)).toEqual(["description"]);
  expect(conflictingFields(kept, { ...theirs, description: "In the yard" })).toEqual(["description"]);
});

test("a conflict is settled by using theirs", () => {
  const used = dropField(mine, "description");
  expect(withChanges(theirs, used)).toEqual(theirs);
  expect(changedFields(used, theirs)).toEqual([]);
});

test("a draft that was kept still knows what it was made from", () => {
  const kept: unknown = JSON.parse(JSON.stringify(mine));
  expect(conflictingFields(restoredChanges(kept, theirs), theirs)).toEqual(["description"]);
});

test.each([
  null,
  "text",
  { description: "North ridge" },
  { gone: { value: "x", from: "" } },
  { actual: { value: "x", from: "" } },
])("of a draft that the form does not know nothing is restored: %j", (draft) => {
  expect(restoredChanges(draft, loaded)).toEqual({});
});
