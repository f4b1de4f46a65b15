import * as fc from "fast-check";
import { isConflict, rowState, shownValue, type SavedEntry } from "@groundcrew/shared/ssot";
import { expect, test } from "vitest";
import { openDrafts } from "./drafts.ts";

const STATION = "gc-1";
const revision = (nth: number, fields: Record<string, string | boolean> = {}): SavedEntry => ({
  created: new Date(Date.UTC(2026, 5, 1) + nth * 1_000).toISOString(),
  ...fields,
});
const first = revision(1, { notes: "one", address: "Dock 4", cooler: true });

function edited() {
  const drafts = openDrafts();
  drafts.edit(STATION, first, { field: "notes", value: "mine" });
  return drafts;
}

const shown = (drafts: ReturnType<typeof openDrafts>, field: string) => {
  const draft = drafts.find(STATION);
  return draft && shownValue(draft.row, field);
};

test("a refresh overwrites no edit, and brings in what others changed", () => {
  const drafts = edited();
  drafts.take(() => revision(2, { notes: "theirs", address: "Dock 5", cooler: true }));
  expect([shown(drafts, "notes"), shown(drafts, "address")]).toEqual(["mine", "Dock 5"]);
  expect(drafts.unsaved()).toEqual([STATION]);
});

test("edits are read back when the page is loaded again, and are no longer stored once they are discarded", () => {
  let stored: unknown;
  const storage = {
    read: () => stored,
    write: (value: unknown) => void (stored = JSON.parse(JSON.stringify(value))),
    forget: () => void (stored = undefined),
  };
  openDrafts(storage).edit(STATION, first, { field: "notes", value: "mine" });
  const reloaded = openDrafts(storage);
  expect(reloaded.unsaved()).toEqual([STATION]);
  reloaded.take(() => revision(2, { notes: "theirs", address: "Dock 5", cooler: true }));
  expect([shown(reloaded, "notes"), shown(reloaded, "address")]).toEqual(["mine", "Dock 5"]);
  const row = reloaded.find(STATION)?.row;
  expect(row && isConflict(row, "notes")).toBe(true);
  reloaded.discard();
  expect(openDrafts(storage).unsaved()).toEqual([]);
});

test("a stored text of another shape holds no edits", () => {
  const storage = { read: () => ({ [STATION]: "mine" }), write: () => {}, forget: () => {} };
  expect(openDrafts(storage).unsaved()).toEqual([]);
});

test("a refused save keeps the changes, shows the other's and marks what both changed", () => {
  const drafts = edited();
  drafts.begin(STATION);
  drafts.refuse(STATION, revision(2, { notes: "theirs", address: "Dock 5", cooler: true }));
  const row = drafts.find(STATION)?.row;
  expect(row && [rowState(row), isConflict(row, "notes"), isConflict(row, "address")]).toEqual([
    "outdated",
    true,
    false,
  ]);
  expect([shown(drafts, "notes"), shown(drafts, "address")]).toEqual(["mine", "Dock 5"]);
});

test("a failed save keeps the changes and says why", () => {
  const drafts = edited();
  drafts.begin(STATION);
  drafts.fail(STATION, "No network.");
  expect(drafts.find(STATION)?.saving).toEqual({ state: "failed", sentence: "No network." });
  expect(shown(drafts, "notes")).toBe("mine");
});

test("a saved row shows its revision until that is loaded, and is then let go", () => {
  const drafts = edited();
  drafts.begin(STATION);
  drafts.accept(STATION, revision(2, { notes: "mine", address: "Dock 4", cooler: true }));
  expect(drafts.unsaved()).toEqual([]);
  drafts.settle(STATION);
  drafts.take(() => first);
  expect(shown(drafts, "notes")).toBe("mine");
  drafts.take(() => revision(2, { notes: "mine", address: "Dock 4", cooler: true }));
  expect(drafts.find(STATION)).toBeUndefined();
});

test("stations with unsaved changes stay the same list while they are the same, and everyone hears of a change", () => {
  const drafts = edited();
  const before = drafts.unsaved();
  let heard = 0;
  const stop = drafts.watch(() => (heard += 1));
  drafts.edit(STATION, first, { field: "notes", value: "mine too" });
  expect(drafts.unsaved()).toBe(before);
  drafts.take(() => undefined);
  expect(heard).toBe(1);
  stop();
  drafts.discard();
  expect([heard, drafts.unsaved()]).toEqual([1, []]);
});

test("whatever is loaded, refused or failed in between, what was typed last stays until it is saved", () => {
  const step = fc.oneof(
    fc.record({ does: fc.constant("type" as const), value: fc.string({ minLength: 1 }) }),
    fc.record({ does: fc.constantFrom("take" as const, "refuse" as const), value: fc.string() }),
    fc.record({ does: fc.constantFrom("begin" as const, "fail" as const, "settle" as const), value: fc.string() }),
  );
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const drafts = edited();
      let typed = "mine";
      for (const [nth, { does, value }] of steps.entries()) {
        const theirs = revision(nth + 2, { notes: `theirs ${value}` });
        if (does === "type") drafts.edit(STATION, first, { field: "notes", value: (typed = value) });
        if (does === "take") drafts.take(() => theirs);
        if (does === "refuse") drafts.refuse(STATION, theirs);
        if (does === "begin") drafts.begin(STATION);
        if (does === "fail") drafts.fail(STATION, value);
        if (does === "settle") drafts.settle(STATION);
        expect(typed === "one" || shown(drafts, "notes") === typed).toBe(true);
      }
    }),
  );
});
