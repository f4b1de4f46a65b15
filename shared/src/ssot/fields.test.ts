import { expect, test } from "vitest";
import { cleanValue, replaceablesBody, ssotBody } from "./entry.ts";
import type { SavedEntry } from "./saved-entry.ts";
import { hardwareVersion, replaceablesFields, ssotFields, sumFlags } from "./fields.ts";
import { checkPrecondition, marksOf, precondition, revisionTag } from "./precondition.ts";

const entry: SavedEntry = {
  created: "2026-05-01T00:00:00.000Z",
  notes: "one\ntwo",
  ups: true,
  spare_parts: true,
  modem_sim: "8944",
  constructor: true,
};

// @spec 113.2, 113.3
test("hardware variation shows the version, the type's fields, others, address and notes", () => {
  expect(ssotFields({ ups: "Battery Backup", address: "Street" }, [entry])).toEqual([
    { name: "production_run_version", label: "Hardware Version", kind: "line" },
    { name: "ups", label: "Battery Backup", kind: "flag" },
    { name: "constructor", label: "constructor", kind: "flag" },
    { name: "modem_sim", label: "modem sim", kind: "line" },
    { name: "spare_parts", label: "spare parts", kind: "flag" },
    { name: "address", label: "Street", kind: "line" },
    { name: "notes", label: "Notes", kind: "text" },
  ]);
});

// @spec 114.1
test("replaceables are flags, and their sums count those set", () => {
  const fields = replaceablesFields({ air_filter: "Air Filter" }, [{ ...entry, air_filter: false, belt: true }]);
  expect(fields.slice(0, 1)).toEqual([{ name: "air_filter", label: "Air Filter", kind: "flag" }]);
  expect(fields.every(({ kind }) => kind === "flag")).toBe(true);
  const entries = [{ air_filter: true, belt: true }, { air_filter: true }, { air_filter: false }, {}];
  const some = fields.filter(({ name }) => name === "air_filter" || name === "belt");
  expect(Object.fromEntries(sumFlags(some, entries))).toEqual({ air_filter: 2, belt: 1 });
});

// @spec 113.4
test("only notes keep line breaks; elsewhere words stay apart", () => {
  expect(cleanValue("address", "a\r\nb \n c")).toBe("a b c");
  expect(cleanValue("address", "a  b")).toBe("a  b");
  expect(cleanValue("notes", "a\nb")).toBe("a\nb");
  expect(cleanValue("ups", true)).toBe(true);
});

// @spec 164.1
test("a body contains flags and text under plain names, and its time is ignored", () => {
  expect(ssotBody.parse({ ...entry, author: "Someone", constructor: true })).toEqual({
    notes: "one\ntwo",
    ups: true,
    spare_parts: true,
    modem_sim: "8944",
    constructor: true,
  });
  expect(ssotBody.safeParse({ ups: 1 }).success).toBe(false);
  expect(ssotBody.safeParse({ "Bad Name": true }).success).toBe(false);
  expect(Object.keys(ssotBody.parse(JSON.parse('{"__proto__": true}')))).toEqual([]);
  expect(ssotBody.parse({ address: " a\nb " })).toEqual({ address: " a b " });
  expect(ssotBody.safeParse({ notes: "a\0" }).success).toBe(false);
  expect(replaceablesBody.safeParse({ created: entry.created, belt: true }).success).toBe(true);
  expect(replaceablesBody.safeParse({ belt: "yes" }).success).toBe(false);
  const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}`, true]));
  expect([ssotBody.safeParse(many(200)).success, ssotBody.safeParse(many(201)).success]).toEqual([true, false]);
});

const latest = "2026-05-01T10:00:00.500Z";
const now = Date.parse("2026-05-02T00:00:00.000Z");

// @spec 256.3
test.each([
  [undefined, undefined, "missing"],
  [undefined, "yesterday", "missing"],
  [undefined, "2026-05-01T10:00:00.500Z", "current"],
  [undefined, "2026-05-01T10:00:00.499Z", "outdated"],
  [undefined, "Fri, 01 May 2026 10:00:00 GMT", "current"],
  [undefined, "Fri, 01 May 2026 09:59:59 GMT", "outdated"],
  [undefined, "2026-05-02T00:00:00.000Z", "current"],
  [undefined, "2026-05-02T00:00:00.001Z", "outdated"],
  [revisionTag(latest), undefined, "current"],
  [`"other", ${revisionTag(latest)}`, undefined, "current"],
  ["*", undefined, "current"],
  [revisionTag(null), undefined, "outdated"],
  [revisionTag("2026-05-01T09:00:00.000Z"), "2026-05-02T00:00:00.000Z", "outdated"],
])("If-Match %j and If-Unmodified-Since %j are %s", (ifMatch, ifUnmodifiedSince, expected) => {
  expect(checkPrecondition({ ifMatch, ifUnmodifiedSince }, latest, now)).toBe(expected);
});

test("the headers of a save are short, and may be missing", () => {
  const isValid = (headers: object) => precondition.safeParse(headers).success;
  expect([1_000, 1_001].map((length) => isValid({ "if-match": "x".repeat(length) }))).toEqual([true, false]);
  expect([100, 101].map((length) => isValid({ "if-unmodified-since": "x".repeat(length) }))).toEqual([true, false]);
  expect(isValid({})).toBe(true);
});

test("a response identifies a revision by its tag and its time, and that there is none by a tag", () => {
  expect(marksOf(latest)).toEqual({ etag: `"${latest}"`, "last-modified": "Fri, 01 May 2026 10:00:00 GMT" });
  expect(marksOf(null)).toEqual({ etag: '"none"' });
});

test("a revision ahead of the clock is current for a client that has loaded it", () => {
  const ahead = "2026-05-02T00:00:05.000Z";
  const check = (ifUnmodifiedSince: string) => checkPrecondition({ ifMatch: undefined, ifUnmodifiedSince }, ahead, now);
  expect([check(ahead), check("2026-05-02T00:00:06.000Z"), check("2026-05-02T00:00:00.000Z")]).toEqual([
    "current",
    "outdated",
    "outdated",
  ]);
});

test("a station's first entry is based on no revision", () => {
  const check = (ifMatch?: string, ifUnmodifiedSince?: string) =>
    checkPrecondition({ ifMatch, ifUnmodifiedSince }, null, now);
  expect([check(revisionTag(null)), check("*"), check(revisionTag(latest)), check(undefined, latest), check()]).toEqual(
    ["current", "outdated", "outdated", "current", "missing"],
  );
});

test.each([
  ["5.1", 5.1],
  ["v4", 4],
  ["Rev 12 (2024)", 12],
  ["", null],
  ["prototype", null],
  [true, null],
])("the hardware version of %j is %s", (production_run_version, version) => {
  expect(hardwareVersion({ ...entry, production_run_version })).toBe(version);
  expect(hardwareVersion(null)).toBeNull();
});
