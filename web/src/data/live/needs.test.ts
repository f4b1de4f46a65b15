import { expect, test } from "vitest";
import { isCovered, needsOf, unionOf, type LiveNeed, type TabNeeds } from "./needs.ts";

const EARLY = "2026-01-01T12:00:00.000Z";
const LATE = "2026-01-01T12:01:00.000Z";

const list = (differences: Partial<LiveNeed & { kind: "list" }> = {}): LiveNeed => ({
  kind: "list",
  parts: [],
  asOf: EARLY,
  isLoading: false,
  ...differences,
});
const station = (name: string): LiveNeed => ({ kind: "station", name });
const needs = (...all: LiveNeed[]): TabNeeds => needsOf(all);

test("a page needs all that its parts need, from the time of its newest list", () => {
  const found = needs(
    station("gc-b"),
    list({ parts: ["ssot"], isLoading: true }),
    station("gc-a"),
    station("gc-b"),
    list({ parts: ["config", "ssot"], asOf: LATE }),
  );
  expect(found).toEqual({
    parts: ["config", "ssot"],
    names: ["gc-a", "gc-b"],
    hasList: true,
    rows: false,
    asOf: LATE,
    isLoading: true,
  });
  expect(needs()).toEqual({ parts: [], names: [], hasList: false, asOf: null, isLoading: false, rows: false });
});

test("a name that no station can have is not requested", () => {
  expect(needs(station("no such station"), station("gc-a")).names).toEqual(["gc-a"]);
});

test("tabs need together what one of them needs, but not more stations than a stream can name", () => {
  const tabs = Array.from({ length: 20 }, (_, index) => needs(station(`gc-${index}`)));
  expect(unionOf([...tabs, needs(list())])).toMatchObject({ hasList: true, asOf: EARLY });
  expect(unionOf(tabs).names).toHaveLength(16);
  expect(unionOf([])).toEqual(needs());
});

test.each<[string, TabNeeds, TabNeeds, boolean]>([
  ["the same", needs(list(), station("gc-a")), needs(list(), station("gc-a")), true],
  ["less", needs(), needs(list(), station("gc-a")), true],
  ["the list of another time", needs(list({ asOf: LATE })), needs(list()), true],
  ["another part", needs(list({ parts: ["config"] })), needs(list()), false],
  ["another station", needs(station("gc-b")), needs(station("gc-a")), false],
  ["a list", needs(list()), needs(), false],
  ["pages of a list", needs({ kind: "rows" }), needs(), false],
])("a stream is opened again only if it lacks something: %s", (_, wanted, open, isEnough) => {
  expect(isCovered(wanted, open)).toBe(isEnough);
});
