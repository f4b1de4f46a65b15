import { expect, test } from "vitest";
import { entryInHash } from "./pages.ts";

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
