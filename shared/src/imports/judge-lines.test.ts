import * as fc from "fast-check";
import { expect, test } from "vitest";
import { safeText } from "../lib/index.ts";
import { judgeIn } from "./judge-lines.ts";
import type { ExistingItem, ImportValues, JudgeRules, ReadableField } from "./judge-rules.ts";

const text = (value: string) => ({ value });
const flag = (cell: string) => ({ value: cell.toLowerCase() === "true" || cell === "yes" });
const FIELDS: ReadableField[] = [
  { name: "key", label: "Key", titles: [], is_key: true, read: text },
  { name: "notes", label: "Notes", titles: [], is_key: false, read: text },
  { name: "heater", label: "Heater", titles: [], is_key: false, read: flag },
];

function itemOf(key: string, values: ImportValues | null): ExistingItem {
  return { name: `name of ${key}`, key, rev: "1", by: "Ann", values };
}

function judgeOf(items: readonly ExistingItem[], rules: Partial<JudgeRules> = {}) {
  const columns = FIELDS.map((field) => ({ title: field.label, field }));
  return judgeIn({
    noun: "item",
    fields: FIELDS,
    columns,
    clears: false,
    creates: false,
    items,
    seen: [],
    add: () => ({ reason: "" }),
    ...rules,
  });
}

/** The cells of an item as files have them. */
function cellsOf({ key, values }: ExistingItem): string[] {
  const { notes = "", heater = false } = values ?? {};
  return [safeText(key), safeText(String(notes)), String(heater).toUpperCase()];
}

const anyText = fc.oneof(
  fc.string({ unit: fc.constantFrom("a", "'", '"', ";", ",", "\t", "\r", "\n", "=", "-", "1", " ", "\u200B") }),
  fc.constantFrom("=SUM(A1)", "'=1", "-1.5", "TRUE", "yes", "\uFEFF=1"),
);
const anyItem = fc.record({ notes: anyText, heater: fc.boolean() });

test("what is written in a file as it is saved changes nothing, whether or not empty cells clear", () => {
  const items = fc.array(anyItem, { maxLength: 6 }).map((made) => made.map((values, nth) => itemOf(`K${nth}`, values)));
  fc.assert(
    fc.property(items, fc.boolean(), (items, clears) => {
      const judge = judgeOf(items, { clears });
      const lines = items.map((item, nth) => judge({ line: nth + 2, cells: cellsOf(item) }));
      expect(lines.filter(({ result }) => result !== "unchanged")).toEqual([]);
    }),
  );
});

test("applying what a line changes makes the same line change nothing", () => {
  fc.assert(
    fc.property(anyText, fc.boolean(), anyText, fc.boolean(), (notes, heater, newNotes, newHeater) => {
      const before = itemOf("K", { notes, heater });
      const cells = cellsOf(itemOf("K", { notes: newNotes, heater: newHeater }));
      const { changes } = judgeOf([before], { clears: true })({ line: 2, cells });
      const after = Object.fromEntries(changes.map(({ field, to }) => [field, to]));
      const applied = itemOf("K", { ...before.values, ...after });
      expect(judgeOf([applied], { clears: true })({ line: 2, cells }).result).toBe("unchanged");
    }),
  );
});

const SEEN = { key: "K", name: "name of K", rev: "1", changes: [{ field: "notes", from: "old", to: "new" }] };

test.each([
  ["nobody has saved it since", { rev: "1", notes: "old" }, "changed"],
  ["somebody has saved something else", { rev: "2", notes: "other" }, "conflict"],
  ["somebody has saved the same", { rev: "2", notes: "new" }, "unchanged"],
])("a line that was checked before when %s", (_, { rev, notes }, result) => {
  const item = { ...itemOf("K", { notes, heater: false }), rev };
  expect(judgeOf([item], { seen: [SEEN] })({ line: 2, cells: ["K", "new", ""] }).result).toBe(result);
});

test("a conflict says what was saved first, what the file has, and what is saved now", () => {
  const item = { ...itemOf("K", { notes: "other", heater: true }), rev: "2" };
  expect(judgeOf([item], { seen: [SEEN] })({ line: 2, cells: ["K", "new", "TRUE"] })).toMatchObject({
    changes: [{ field: "notes", from: "old", to: "new", saved: "other" }],
    reason: "Saved meanwhile by Ann",
    rev: "1",
  });
});

test("a line that was to add something is in conflict once somebody else has added it", () => {
  const seen = [{ key: "K", name: null, rev: null, changes: [{ field: "notes", from: null, to: "new" }] }];
  const line = judgeOf([itemOf("K", { notes: "other", heater: false })], { seen })({
    line: 2,
    cells: ["K", "new", ""],
  });
  expect(line).toMatchObject({
    result: "conflict",
    changes: [{ field: "notes", from: null, to: "new", saved: "other" }],
  });
});

test("a line with a cell that cannot be stored is refused, with a key that can", () => {
  const judge = judgeOf([itemOf("K", { notes: "", heater: false })]);
  const key = judge({ line: 2, cells: ["K\0", "", ""] });
  expect(key).toMatchObject({ key: "K", reason: "Column “Key”: Leave out characters that cannot be stored." });
  const heater = judge({ line: 3, cells: ["K", "", "y\0"] });
  expect(heater).toMatchObject({ key: "K", reason: "Column “Heater”: Leave out characters that cannot be stored." });
  const long = judge({ line: 4, cells: ["x".repeat(100_000), "", ""] });
  expect(long).toMatchObject({ key: "x".repeat(200), reason: `There is no item “${"x".repeat(200)}”.` });
  expect(judge({ line: 5, cells: ["L\0", ""] })).toMatchObject({ key: "L", result: "refused" });
});

test("the same lines are judged in the same way again", () => {
  const lines = [["K", "=1", "yes"], ["K", "", ""], ["L", "x", "yes"], ["", "", ""], ["M"]];
  const judgeAll = () => {
    const judge = judgeOf([itemOf("K", { notes: "", heater: false }), itemOf("L", null)]);
    return lines.map((cells, nth) => judge({ line: nth + 2, cells }));
  };
  expect(judgeAll()).toEqual(judgeAll());
  expect(judgeAll().map(({ result }) => result)).toEqual(["changed", "refused", "added", "refused", "refused"]);
});
