import { expect, test } from "vitest";
import { z } from "zod";
import { characterCount, emptyAsNull, lineText, storableText, webAddress } from "./text.ts";

const passes = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success;

test("text that a database cannot hold is refused", () => {
  expect(passes(storableText, "tab\tand\nline 😀")).toBe(true);
  expect(passes(storableText, "a\0b")).toBe(false);
  expect(passes(storableText, "\ud800")).toBe(false);
});

test("a line has no line breaks inside and no blanks around", () => {
  expect(lineText.parse("  one line \n")).toBe("one line");
  expect(passes(lineText, "two\nlines")).toBe(false);
  expect(passes(lineText, "bell\u0007")).toBe(false);
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
])("%j is no web address", (text) => {
  expect(passes(webAddress, text)).toBe(false);
});

test("an empty field means none", () => {
  const schema = emptyAsNull(webAddress);
  expect([schema.parse(""), schema.parse("  "), schema.parse(null)]).toEqual([null, null, null]);
  expect(schema.parse("http://a")).toBe("http://a");
  expect(passes(schema, "a")).toBe(false);
});
