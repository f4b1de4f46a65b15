import { expect, test } from "vitest";
import { z } from "zod";
import { characterCount, emailAddress, emptyAsNull, lineOf, textOf, webAddress } from "./text.ts";

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
