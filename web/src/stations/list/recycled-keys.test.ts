import { expect, test } from "vitest";
import { assert, integer, property, uniqueArray } from "fast-check";
import { recycledKeys, type KeyedLine } from "./recycled-keys.ts";

const lines = (names: string): KeyedLine[] =>
  names.split("").map((key) => ({ key, kind: "station", isRecyclable: true }));

test("a line keeps its key, and new lines get the keys of those that have gone", () => {
  const assign = recycledKeys();
  const [a, b, c] = assign(lines("abc"));
  expect(assign(lines("abc"))).toEqual([a, b, c]);
  expect(assign(lines("xyz"))).toEqual([a, b, c]);
  expect(assign(lines("xby"))).toEqual([a, expect.not.stringMatching(`^(${b}|${c})$`), b]);
});

test("no element has to be moved when lines enter at the top", () => {
  const assign = recycledKeys();
  const [a, b] = assign(lines("abc"));
  const [z, ...rest] = assign(lines("zab"));
  expect(rest).toEqual([a, b]);
  expect([a, b]).not.toContain(z);
});

test("a group's heading does not become a station, and what must not be recycled is not", () => {
  const assign = recycledKeys();
  const [a, b, c] = assign([
    { key: "a", kind: "group", isRecyclable: true },
    { key: "b", kind: "station", isRecyclable: false },
    { key: "c", kind: "station", isRecyclable: true },
  ]);
  const keys = assign([
    { key: "x", kind: "station", isRecyclable: true },
    { key: "y", kind: "station", isRecyclable: false },
  ]);
  expect(keys[0]).toBe(c);
  expect([a, b, c]).not.toContain(keys[1]);
});

test("keys are unique, and lines that stay keep theirs", () => {
  const names = uniqueArray(integer({ min: 0, max: 30 }), { maxLength: 12 });
  assert(
    property(names, names, names, (...windows) => {
      const assign = recycledKeys();
      let before = new Map<number, string>();
      for (const shown of windows) {
        const keys = assign(shown.map((name) => ({ key: String(name), kind: "station", isRecyclable: true })));
        expect(new Set(keys).size).toBe(keys.length);
        const after = new Map(shown.map((name, index) => [name, keys[index] ?? ""]));
        const stay = shown.filter((name) => before.has(name));
        expect(stay.map((name) => after.get(name))).toEqual(stay.map((name) => before.get(name)));
        before = after;
      }
    }),
  );
});

test("when the lines that stay keep their order, no element is moved", () => {
  const names = uniqueArray(integer({ min: 0, max: 30 }), { maxLength: 12 }).map((all) =>
    all.toSorted((a, b) => a - b),
  );
  assert(
    property(names, names, (before, after) => {
      const assign = recycledKeys();
      const keysOf = (shown: number[]) =>
        assign(shown.map((name) => ({ key: String(name), kind: "station", isRecyclable: true })));
      const keys = keysOf(before);
      const positions = keysOf(after).map((key) => keys.indexOf(key));
      const reused = positions.filter((position) => position >= 0);
      expect(reused).toEqual(reused.toSorted((a, b) => a - b));
    }),
  );
});
