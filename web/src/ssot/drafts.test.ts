import * as fc from "fast-check";
import { isConflict, rowState, shownValue, type SavedEntry } from "@groundcrew/shared/ssot";
import { expect, test } from "vitest";
import { createDrafts } from "./drafts.ts";

const STATION = "gc-1";
const revision = (second: number, fields: Record<string, string | boolean> = {}): SavedEntry => ({
  created: new Date(Date.UTC(2026, 5, 1) + second * 1_000).toISOString(),
  ...fields,
});
const first = revision(1, { notes: "one", address: "Dock 4", cooler: true });

function edited() {
  const drafts = createDrafts();
  drafts.edit(STATION, first, { field: "notes", value: "mine" });
  return drafts;
}

const draftValue = (drafts: ReturnType<typeof createDrafts>, field: string) => {
  const draft = drafts.find(STATION);
  return draft && shownValue(draft.row, field);
};

test("a refresh does not overwrite edits, and applies other people's changes", () => {
  const drafts = edited();
  drafts.refresh(() => revision(2, { notes: "theirs", address: "Dock 5", cooler: true }));
  expect([draftValue(drafts, "notes"), draftValue(drafts, "address")]).toEqual(["mine", "Dock 5"]);
  expect(drafts.unsaved()).toEqual([STATION]);
});

test("edits are restored when the page is loaded again, and are no longer stored once they are discarded", () => {
  let stored: unknown;
  const storage = {
    read: () => stored,
    write: (value: unknown) => void (stored = JSON.parse(JSON.stringify(value))),
    clear: () => void (stored = undefined),
  };
  createDrafts(storage).edit(STATION, first, { field: "notes", value: "mine" });
  const reloaded = createDrafts(storage);
  expect(reloaded.unsaved()).toEqual([STATION]);
  reloaded.refresh(() => revision(2, { notes: "theirs", address: "Dock 5", cooler: true }));
  expect([draftValue(reloaded, "notes"), draftValue(reloaded, "address")]).toEqual(["mine", "Dock 5"]);
  const row = reloaded.find(STATION)?.row;
  expect(row && isConflict(row, "notes")).toBe(true);
  reloaded.discard();
  expect(createDrafts(storage).unsaved()).toEqual([]);
});

test("stored content of another shape contains no edits", () => {
  const storage = { read: () => ({ [STATION]: "mine" }), write: () => {}, clear: () => {} };
  expect(createDrafts(storage).unsaved()).toEqual([]);
});

// @spec 184.4
test("a rejected save keeps the edits, applies the other person's changes and marks conflicts", () => {
  const drafts = edited();
  drafts.begin(STATION);
  drafts.reject(STATION, revision(2, { notes: "theirs", address: "Dock 5", cooler: true }));
  const row = drafts.find(STATION)?.row;
  expect(row && [rowState(row), isConflict(row, "notes"), isConflict(row, "address")]).toEqual([
    "outdated",
    true,
    false,
  ]);
  expect([draftValue(drafts, "notes"), draftValue(drafts, "address")]).toEqual(["mine", "Dock 5"]);
});

test("a failed save keeps the edits and its error message", () => {
  const drafts = edited();
  drafts.begin(STATION);
  drafts.fail(STATION, "No network.");
  expect(drafts.find(STATION)?.saving).toEqual({ state: "failed", sentence: "No network." });
  expect(draftValue(drafts, "notes")).toBe("mine");
});

test("a saved row shows its revision until that is loaded, and is then removed", () => {
  const drafts = edited();
  drafts.begin(STATION);
  drafts.accept(STATION, revision(2, { notes: "mine", address: "Dock 4", cooler: true }));
  expect(drafts.unsaved()).toEqual([]);
  drafts.settle(STATION);
  drafts.refresh(() => first);
  expect(draftValue(drafts, "notes")).toBe("mine");
  drafts.refresh(() => revision(2, { notes: "mine", address: "Dock 4", cooler: true }));
  expect(drafts.find(STATION)).toBeUndefined();
});

test("the list of stations with unsaved changes keeps its identity while it is unchanged, and listeners are notified", () => {
  const drafts = edited();
  const before = drafts.unsaved();
  let notified = 0;
  const unsubscribe = drafts.subscribe(() => (notified += 1));
  drafts.edit(STATION, first, { field: "notes", value: "mine too" });
  expect(drafts.unsaved()).toBe(before);
  drafts.refresh(() => undefined);
  expect(notified).toBe(1);
  unsubscribe();
  drafts.discard();
  expect([notified, drafts.unsaved()]).toEqual([1, []]);
});

test("the last typed value stays until it is saved, whatever is loaded, rejected or fails in between", () => {
  const step = fc.oneof(
    fc.record({ action: fc.constant("type" as const), value: fc.string({ minLength: 1 }) }),
    fc.record({ action: fc.constantFrom("refresh" as const, "reject" as const), value: fc.string() }),
    fc.record({ action: fc.constantFrom("begin" as const, "fail" as const, "settle" as const), value: fc.string() }),
  );
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const drafts = edited();
      let typed = "mine";
      for (const [index, { action, value }] of steps.entries()) {
        const theirs = revision(index + 2, { notes: `theirs ${value}` });
        if (action === "type") drafts.edit(STATION, first, { field: "notes", value: (typed = value) });
        if (action === "refresh") drafts.refresh(() => theirs);
        if (action === "reject") drafts.reject(STATION, theirs);
        if (action === "begin") drafts.begin(STATION);
        if (action === "fail") drafts.fail(STATION, value);
        if (action === "settle") drafts.settle(STATION);
        expect(typed === "one" || draftValue(drafts, "notes") === typed).toBe(true);
      }
    }),
  );
});
