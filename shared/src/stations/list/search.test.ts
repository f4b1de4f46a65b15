import * as fc from "fast-check";
import { expect, test } from "vitest";
import { sampleStation } from "../../../test/sample-station.ts";
import { compileSearch, haystackOf, typedSearch } from "./search.ts";

const station = haystackOf(
  sampleStation({
    name: "gc-a1b2c3d4e5f6",
    serial_number: "Atlas 0007",
    location_deployment: "Dallas, TX",
    description: "Roof of the depot",
    organization_name: "Northwind",
  }),
);
const finds = (text: string) => compileSearch(text)(station);

// @spec 189.1, 189.2, 189.3
test.each([
  ["", true],
  ["   ", true],
  ["atlas", true],
  ["ATLAS 0007", true],
  ["dallas", true],
  ["depot", true],
  ["northwind", true],
  ["0008", false],
  ["a1b", false],
  ["a1b2", true],
  ["gc-a1b2c3d4e5f6", true],
  ["!a1b2", false],
  ["!a1b", true],
  ["0008|atlas", true],
  ["0008,atlas", true],
  ["atlas&dallas", true],
  ["atlas & boston", false],
  ["atlas & !boston", true],
  ["! boston", true],
  ["!", false],
  ["!&atlas", false],
  ["!|atlas", true],
  ["boston&|0009", false],
  ["boston&", false],
  ["boston|", true],
  ["boston,", true],
  ["atlas 0007dallas", false],
  ["!!boston", true],
])("%j finds the station: %s", (text, expected) => {
  expect(finds(text)).toBe(expected);
});

test.each([
  ["Malmö", "malmo"],
  ["Malmo", "MALMÖ"],
  ["Göteborg", "goteborg"],
  ["Tromsø", "tromso"],
  ["Łódź", "lodz"],
  ["Straße", "strasse"],
  ["São Paulo", "sao paulo"],
  ["Cafe\u0301", "café"],
])("%s is found by %s", (location_deployment, search) => {
  expect(compileSearch(search)(haystackOf(sampleStation({ location_deployment })))).toBe(true);
});

const term = fc.constantFrom("", "a", "atlas", "roof", "zzz", "b2c3", "north", " tx ");
const part = fc.tuple(fc.boolean(), term).map(([negated, text]) => (negated ? `!${text}` : text));
const alternative = fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("&"));

// @spec 189.1
test("alternatives are a union, parts an intersection, a ! a complement", () => {
  fc.assert(
    fc.property(alternative, alternative, term, (a, b, word) => {
      expect(finds(`${a}|${b}`)).toBe(finds(a) || finds(b));
      expect(finds(`${a},${b}`)).toBe(finds(`${b}|${a}`));
      expect(finds(`${a}&${b}`)).toBe(finds(a) && finds(b));
      expect(finds(`!${word}`)).toBe(!finds(word));
    }),
  );
});

test.each([
  ["dallas", "dallas"],
  ["dallas|", "dallas"],
  ["dallas , ", "dallas"],
  ["dallas & !", "dallas & !"],
  ["dallas|!|&", "dallas|!"],
  ["dallas!", "dallas!"],
  ["!", "!"],
  ["", ""],
])("while %j is typed, %j is searched", (text, searched) => {
  expect(typedSearch(text)).toBe(searched);
});

test("the search while typing never ends in a separator", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("a", " ", "!", "|", ",", "&") }), (text) => {
      const searched = typedSearch(text);
      expect(text.startsWith(searched)).toBe(true);
      expect(typedSearch(searched)).toBe(searched);
      expect(searched).not.toMatch(/[|,&]\s*$/);
    }),
  );
});

test("a search text of 100 KB is compiled", () => {
  const worst = "!&".repeat(50_000);
  expect(finds(worst)).toBe(false);
  expect(typedSearch(worst)).toBe(worst.slice(0, -1));
});
