import { expect, test } from "vitest";
import { namesText } from "./format.ts";

test.each([
  [["A"], "A"],
  [["A", "B", "C"], "A, B and C"],
  [["A", "B", "C", "D", "E"], "A, B, C and 2 more"],
])("the names of %j are %s", (names, text) => expect(namesText(names)).toBe(text));
