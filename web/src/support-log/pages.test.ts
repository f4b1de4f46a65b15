import { expect, test } from "vitest";
import { entryInHash, findSupportLogPage } from "./pages.ts";

test.each([
  ["", "entries"],
  ["entries", "entries"],
  ["entries/", "entries"],
  ["triage", "triage"],
  ["tags", "tags"],
  ["nothing", null],
  ["tags/1", null],
  ["print", "print"],
])("the path %j below the area is the page %j", (path, page) => {
  expect(findSupportLogPage(path)).toBe(page);
});

test.each([
  ["#12", 12],
  ["12", 12],
  ["", null],
  ["#top", null],
  ["#12a", null],
  ["#-1", null],
])("the hash %j is the entry %j", (hash, entry) => {
  expect(entryInHash(hash)).toBe(entry);
});
