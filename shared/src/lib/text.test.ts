import { expect, test } from "vitest";
import { z } from "zod";
import * as fc from "fast-check";
import { emailAddress, truncate } from "./text.ts";
import { characterCount, emptyAsNull, lineOf, textOf, webAddress } from "./text-fields.ts";

const passes = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success;
const problems = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message) ?? [];

test("text that the database cannot store is rejected", () => {
  expect(passes(textOf(50), "tab\tand\nline 😀")).toBe(true);
  expect(passes(textOf(50), "a\0b")).toBe(false);
  expect(passes(textOf(50), "\ud800")).toBe(false);
});

test("text has a maximum length, and an error message when it is missing", () => {
  expect(problems(textOf(3), "abcd")).toEqual(["Use at most 3 characters."]);
  expect(problems(textOf(3), "abc")).toEqual([]);
  expect(problems(textOf(3), "")).toEqual([]);
  for (const missing of ["", "  ", undefined, null, 5]) {
    expect(problems(textOf(3, "Needed."), missing)).toEqual(["Needed."]);
  }
});

test("a line has no line breaks and is trimmed", () => {
  expect(lineOf(50).parse("  one line \n")).toBe("one line");
  expect(problems(lineOf(50), "two\nlines")).toEqual(["Write this on one line."]);
  expect(problems(lineOf(50), "two\u2028lines")).toEqual(["Write this on one line."]);
  expect(passes(lineOf(50), "bell\u0007")).toBe(false);
});

test.each([
  ["a text", textOf],
  ["a line", lineOf],
])("%s has no characters that change the text direction", (_, schemaOf) => {
  const expected = ["Leave out characters that change the text direction."];
  for (const control of "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
    expect(problems(schemaOf(50), `Sky${control}line`)).toEqual(expected);
  for (const name of ["שדה התעופה", "می\u200cخواهم", "👩\u200d🚀"]) expect(problems(schemaOf(50), name)).toEqual([]);
});

test("a character outside the basic plane counts once", () => {
  expect(characterCount("a😀é")).toBe(3);
  expect(characterCount("")).toBe(0);
});

test.each(["http://10.0.0.5:8080", "https://station.example/a?b=c", " http://a "])("%j is a web address", (text) => {
  expect(webAddress.parse(text)).toBe(text.trim());
});

test.each([
  "",
  "10.0.0.5",
  "javascript:alert(1)",
  "http://",
  "ftp://a",
  "http:/a",
  "http://a b",
  "http://a\n.b",
  "HTTP://a",
  `http://${"a".repeat(100_000)}`,
])("%j is not a web address", (text) => {
  expect(passes(webAddress, text)).toBe(false);
});

// @spec 197.3
test("an email address is stored trimmed and in lower case", () => {
  expect(emailAddress.parse(" Ada@Example.COM ")).toBe("ada@example.com");
  for (const text of [
    "",
    "ada",
    "ada@",
    "a@b@c.de",
    `${"a".repeat(100_000)}@example.com`,
    `a@${"b.".repeat(50_000)}`,
  ]) {
    expect(passes(emailAddress, text)).toBe(false);
  }
});

test("an empty field becomes null", () => {
  const schema = emptyAsNull(webAddress);
  expect([schema.parse(""), schema.parse("  "), schema.parse(null)]).toEqual([null, null, null]);
  expect(schema.parse("http://a")).toBe("http://a");
  expect(passes(schema, "a")).toBe(false);
});

/** What is seen as one character, of keyboards of several countries and phones. */
test.each([
  ["an emoji", "🛰"],
  ["an emoji with a variation selector", "🛰️"],
  ["an emoji with a skin tone", "👍🏽"],
  ["a family", "👨‍👩‍👧‍👦"],
  ["a woman astronaut", "👩🏾‍🚀"],
  ["a flag", "🇳🇴"],
  ["the flag of Scotland", "🏴󠁧󠁢󠁳󠁣󠁴󠁿"],
  ["a keycap", "3️⃣"],
  ["a heart on fire", "❤️‍🔥"],
  ["a letter with a combining accent", "e\u0301"],
  ["a letter with several accents (Vietnamese)", "o\u0302\u0301"],
  ["a Devanagari syllable", "क्षि"],
  ["a Thai syllable", "กำ"],
  ["a Korean syllable in parts", "\u1112\u1161\u11ab"],
  ["a rare Chinese character", "𠮷"],
  ["a Chinese character with a variant", "葛󠄀"],
  ["an Arabic letter with a vowel", "بِ"],
  ["a Hebrew letter with a point", "שׁ"],
  ["a Tamil syllable", "நி"],
  ["a line break", "\r\n"],
  ["a mathematical letter", "𝔸"],
])("%s is not cut in two", (_, character) => {
  for (let max = 400; max > 400 - character.length; max--) {
    const kept = "x".repeat(400 - character.length);
    expect(truncate(`${kept}${character}y`, max)).toBe(max === 400 ? `${kept}${character}` : kept);
  }
});

test("a text is cut as late as possible, and never in the middle of a code point", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), fc.nat(250), (text, max) => {
      const cut = truncate(text, max);
      expect(text.startsWith(cut)).toBe(true);
      expect(cut.length).toBeLessThanOrEqual(max);
      expect(cut.isWellFormed()).toBe(true);
      expect(cut.length).toBeGreaterThan(Math.min(text.length, max) - (text.length <= max ? 1 : 64));
    }),
  );
});

test("a character that never ends is cut", () => {
  expect(truncate(`a${"\u0301".repeat(500)}`, 400)).toHaveLength(400);
  expect(truncate("😀\u200D".repeat(200), 400).isWellFormed()).toBe(true);
});
