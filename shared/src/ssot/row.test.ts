import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { FieldValue, SavedEntry } from "./saved-entry.ts";
import {
  acceptSave,
  editField,
  entryToSave,
  isConflict,
  isModified,
  newRow,
  refreshRow,
  refuseRow,
  revertField,
  rowState,
  shownValue,
  unsavedQuestion,
} from "./row.ts";

const revision = (second: number, fields: Record<string, FieldValue>): SavedEntry => ({
  created: `2026-05-01T00:00:0${second}.000Z`,
  ...fields,
});
const first = revision(1, { ups: true, address: "Dock 4", notes: "" });

// @spec 184.1, 184.2
test("a row is edited while a value differs from the latest saved one", () => {
  const row = editField(newRow(first), "ups", false);
  expect([rowState(newRow(first)), rowState(row)]).toEqual(["unchanged", "edited"]);
  expect([isModified(row, "ups"), isModified(row, "address")]).toEqual([true, false]);
  expect(rowState(editField(row, "ups", true))).toBe("unchanged");
});

test("missing, empty and false are equal", () => {
  const row = newRow(first);
  expect(rowState(editField(row, "gps_antenna", false))).toBe("unchanged");
  expect(rowState(editField(row, "production_run_version", ""))).toBe("unchanged");
  expect(rowState(editField(newRow(null), "ups", false))).toBe("unchanged");
  expect(rowState(editField(newRow(null), "ups", true))).toBe("edited");
});

test("only the notes keep their line breaks; elsewhere they become a space", () => {
  const row = editField(editField(newRow(first), "address", "Dock\r\n 5"), "notes", "one\ntwo");
  expect([shownValue(row, "address"), shownValue(row, "notes")]).toEqual(["Dock 5", "one\ntwo"]);
});

test("reverting a field restores the saved value, including one that someone else saved in the meantime", () => {
  const row = editField(editField(newRow(first), "address", "Dock 5"), "ups", false);
  expect(revertField(row, "address").edits).not.toHaveProperty("address");
  expect(rowState(revertField(revertField(row, "address"), "ups"))).toBe("unchanged");
  const later = revertField(refreshRow(row, revision(2, { ups: true, address: "Dock 6" })), "address");
  expect([shownValue(later, "address"), isConflict(later, "address"), rowState(later)]).toEqual([
    "Dock 6",
    false,
    "outdated",
  ]);
});

// @spec 184.6
test("a refresh never overwrites an edit, and updates everything else", () => {
  const row = editField(newRow(first), "address", "Dock 5");
  const later = refreshRow(row, revision(2, { ups: false, address: "Dock 4", notes: "moved" }));
  expect([shownValue(later, "address"), shownValue(later, "ups"), shownValue(later, "notes")]).toEqual([
    "Dock 5",
    false,
    "moved",
  ]);
  expect(isConflict(later, "address")).toBe(false);
  expect(rowState(later)).toBe("outdated");
});

test("a conflict on a field without an earlier value remains until it is saved", () => {
  const row = editField(newRow(revision(1, {})), "address", "D");
  const later = refreshRow(row, revision(2, { address: "Dock 6" }));
  const again = editField(later, "address", "Do");
  expect([isConflict(later, "address"), isConflict(again, "address")]).toEqual([true, true]);
  expect(isConflict(acceptSave(again, revision(3, { address: "Do" })), "address")).toBe(false);
});

test("an edit that someone else contradicted is a conflict until it is saved", () => {
  const row = editField(newRow(first), "address", "Dock 5");
  const later = refreshRow(row, revision(2, { address: "Dock 6" }));
  expect([isConflict(later, "address"), shownValue(later, "address")]).toEqual([true, "Dock 5"]);
  const again = editField(later, "address", "Dock 7");
  expect(isConflict(again, "address")).toBe(true);
  expect(isConflict(editField(later, "address", "Dock 6"), "address")).toBe(false);
  const saved = acceptSave(later, revision(3, { address: "Dock 5" }));
  expect([isConflict(saved, "address"), rowState(saved)]).toEqual([false, "unchanged"]);
});

test("an edit that someone else also saved is no longer an edit", () => {
  const row = editField(newRow(first), "address", "Dock 5");
  expect(rowState(refreshRow(row, revision(2, { address: "Dock 5" })))).toBe("unchanged");
});

// @spec 184.4, 184.5, 300.1
test("a refused save keeps the changes and marks the row until it is saved", () => {
  const row = refuseRow(editField(newRow(first), "ups", false));
  expect([rowState(row), shownValue(row, "ups")]).toEqual(["outdated", false]);
  const refreshed = refreshRow(row, revision(2, { ups: true, notes: "theirs" }));
  expect(rowState(refreshed)).toBe("outdated");
  expect(entryToSave(refreshed)).toEqual({ ups: false, notes: "theirs" });
  expect(rowState(acceptSave(refreshed, revision(3, { ups: false, notes: "theirs" })))).toBe("unchanged");
});

test("an edit made during a save remains an edit", () => {
  const sent = editField(newRow(first), "address", "Dock 5");
  const edited = editField(sent, "address", "Dock 5b");
  const row = acceptSave(edited, revision(2, { ups: true, address: "Dock 5", notes: "" }));
  expect([rowState(row), shownValue(row, "address"), isConflict(row, "address")]).toEqual(["edited", "Dock 5b", false]);
});

test("a late response with an older revision changes nothing", () => {
  const row = refreshRow(newRow(first), revision(3, { ups: false }));
  expect(refreshRow(row, revision(2, { ups: true }))).toBe(row);
  expect(refreshRow(row, null)).toBe(row);
});

const fields = fc.dictionary(
  fc.constantFrom("a", "b", "notes"),
  fc.constantFrom<FieldValue>(true, false, "x", "y", ""),
);
const edited = fc
  .tuple(fields, fc.array(fc.tuple(fc.constantFrom("a", "b", "notes"), fc.constantFrom<FieldValue>(true, false, "x"))))
  .map(([saved, edits]) =>
    edits.reduce((row, [field, value]) => editField(row, field, value), newRow(revision(1, saved))),
  );

// @spec 184.6
test("merging is idempotent and loses no edit", () => {
  fc.assert(
    fc.property(edited, fields, (row, latest) => {
      const merged = refreshRow(row, revision(2, latest));
      expect(refreshRow(merged, revision(2, latest))).toEqual(merged);
      for (const field of ["a", "b", "notes"]) {
        const expected = isModified(row, field) ? shownValue(row, field) : latest[field];
        expect(shownValue(merged, field) || false).toBe(expected || false);
      }
    }),
  );
});

// @spec 184.3
test("a saved row has the values it showed before the save", () => {
  fc.assert(
    fc.property(edited, (row) => {
      const saved = acceptSave(row, revision(2, entryToSave(row)));
      expect(rowState(saved)).toBe("unchanged");
      for (const field of ["a", "b", "notes"])
        expect(shownValue(saved, field) || false).toBe(shownValue(row, field) || false);
    }),
  );
});

// @spec 184.7
test("the question about unsaved changes names the station", () => {
  expect(unsavedQuestion("ssot", "gc-a")).toBe("Changes to SSoT data for station gc-a haven't been saved");
  expect(unsavedQuestion("replaceables", "gc-a")).toBe(
    "Changes to replaceables data for station gc-a haven't been saved",
  );
});
