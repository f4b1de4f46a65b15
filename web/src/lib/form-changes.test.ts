import { expect, test } from "vitest";
import {
  changedFields,
  changeField,
  conflictingFields,
  discardEdit,
  keepEdit,
  restoredChanges,
  withChanges,
} from "./form-changes.ts";

const loaded = { description: "By the pier", actual: true };
const theirs = { description: "On the roof", actual: true };
const mine = changeField({}, { name: "description", value: "North ridge", initial: loaded });

test("a field shows its edit, all others show the last loaded value", () => {
  expect(withChanges({ ...loaded, actual: false }, mine)).toEqual({ description: "North ridge", actual: false });
});

test("a field that someone else changed while it was edited is in conflict and keeps its edit", () => {
  expect(conflictingFields(mine, loaded)).toEqual([]);
  expect(conflictingFields(mine, theirs)).toEqual(["description"]);
  expect(withChanges(theirs, mine).description).toBe("North ridge");
});

test("more typing does not hide a conflict", () => {
  const more = changeField(mine, { name: "description", value: "North ridge 2", initial: theirs });
  expect(conflictingFields(more, theirs)).toEqual(["description"]);
});

test("a field that someone else changed before it was edited is not in conflict", () => {
  const later = changeField({}, { name: "description", value: "North ridge", initial: theirs });
  expect(conflictingFields(later, theirs)).toEqual([]);
});

test("entering the value that someone else saved is not a change", () => {
  const same = changeField({}, { name: "description", value: "On the roof", initial: loaded });
  expect([changedFields(same, theirs), conflictingFields(same, theirs)]).toEqual([[], []]);
});

test("typing after a save whose response was lost causes no conflict with it", () => {
  const saved = { ...loaded, description: "North ridge" };
  const more = changeField(mine, { name: "description", value: "North ridge 2", initial: saved });
  expect(conflictingFields(more, saved)).toEqual([]);
  expect(conflictingFields(more, theirs)).toEqual(["description"]);
});

test("a conflict is resolved by keeping one's own value, until the field is changed again", () => {
  const edited = keepEdit(mine, "description", theirs);
  expect(conflictingFields(edited, theirs)).toEqual([]);
  expect(changedFields(edited, theirs)).toEqual(["description"]);
  expect(conflictingFields(edited, { ...theirs, description: "In the yard" })).toEqual(["description"]);
});

test("a conflict is resolved by using the saved value", () => {
  const used = discardEdit(mine, "description");
  expect(withChanges(theirs, used)).toEqual(theirs);
  expect(changedFields(used, theirs)).toEqual([]);
});

test("a stored draft still has the values that were edited", () => {
  const edited: unknown = JSON.parse(JSON.stringify(mine));
  expect(conflictingFields(restoredChanges(edited, theirs), theirs)).toEqual(["description"]);
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

test("a list is changed when it has other items", () => {
  const initial = { channels: ["1", "2"] };
  const same = changeField({}, { name: "channels", value: ["1", "2"], initial });
  const shorter = changeField({}, { name: "channels", value: ["1"], initial });
  expect([changedFields(same, initial), changedFields(shorter, initial)]).toEqual([[], ["channels"]]);
  expect(conflictingFields(shorter, { channels: ["1", "2"] })).toEqual([]);
  expect(conflictingFields(shorter, { channels: ["2"] })).toEqual(["channels"]);
});
