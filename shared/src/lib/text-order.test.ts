import * as fc from "fast-check";
import { expect, test } from "vitest";
import { cases } from "../../test/property-runs.ts";
import { compareText, rankForPeople, rankTexts } from "./text-order.ts";

const ascii = fc.string({ unit: "grapheme-ascii" });
const serial = fc.string({
  unit: fc.constantFrom("0", "1", "2", "9", "a", "A", "b", " ", "-", ".", "_", "(", "/", "$"),
});
const foreign = fc.string({ unit: fc.constantFrom("0", "7", "a", "ä", "Z", "ß", "æ", "-", "é", "\t", "²") });

const numbered = fc
  .tuple(
    fc.constantFrom("a", "A", "atlas ", "Atlas ", "Atlas X ", "atlasx", "b "),
    fc.constantFrom("0", "7", "07", "10", "999999999", "1000000000"),
  )
  .map(([words, number]) => words + number);

test.each([
  ["plain", fc.oneof(serial, ascii)],
  ["any", fc.oneof(serial, ascii, foreign)],
  ["numbered", fc.oneof(numbered, serial, foreign)],
  ["only numbered", numbered],
])("texts are ranked as a collator orders them (%s)", (_, text) => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 2, maxLength: 6 }), (texts) => {
      const ranks = rankForPeople(new Set(texts));
      for (const [a, rankA] of ranks) {
        for (const [b, rankB] of ranks) expect(Math.sign(rankA - rankB)).toBe(Math.sign(compareText(a, b)));
      }
    }),
    cases(200),
  );
});

test.each([
  ["Atlas 9", "atlas 10"],
  ["Atlas 0009", "Atlas 10"],
  ["a-1", "a1"],
  ["1", `1${"0".repeat(300)}`],
])("%j comes before %j", (a, b) => {
  expect([...rankTexts([b, a], compareText).keys()]).toEqual([a, b]);
});

test("texts that differ only in case have the same rank", () => {
  expect([...rankTexts(["atlas 07", "Atlas 7"], compareText).values()]).toEqual([0, 0]);
});
