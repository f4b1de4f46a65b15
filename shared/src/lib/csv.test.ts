import * as fc from "fast-check";
import { expect, test } from "vitest";
import { toCsv, type CsvCell } from "./csv.ts";

/** Parses a file strictly by RFC 4180. */
function readCsv(file: string): string[][] {
  const rows: string[][] = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  let cells: string[] = [];
  for (let match = field.exec(file); match; match = field.exec(file)) {
    const [, quoted, plain = "", end] = match;
    cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ",") continue;
    rows.push(cells);
    cells = [];
  }
  return rows;
}

// @spec 285.1, 323.1
test.each<[CsvCell, string]>([
  ["plain", "plain"],
  ["a,b", '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ["two\nlines", '"two\nlines"'],
  ["=1+1", "'=1+1"],
  ["@cmd", "'@cmd"],
  ["\tx", "'\tx"],
  ["\n=1+1", '"\'\n=1+1"'],
  ["＝1+1", "'＝1+1"],
  ["-5", "-5"],
  ["+49.5", "+49.5"],
  ["-5+1", "'-5+1"],
  [-5, "-5"],
  [true, "true"],
  [null, ""],
  [undefined, ""],
])("%j is written as %s", (cell, written) => {
  expect(toCsv(["head"], [[cell]])).toBe(`\uFEFFhead\r\n${written}\r\n`);
});

// @spec 323.1
test("written cells are read back unchanged, formulas with a leading '", () => {
  const cell = fc.oneof(
    fc.string({ unit: fc.constantFrom("a", '"', ",", "\r", "\n", "=", "-", "1", " ") }),
    fc.constantFrom("=SUM(A1)", "@x", "é", "-1.5"),
  );
  const rows = fc
    .integer({ min: 1, max: 4 })
    .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 5 }));
  fc.assert(
    fc.property(rows, (rows) => {
      const [head = [], ...body] = rows;
      const file = toCsv(head, body);
      expect(file.startsWith("\uFEFF")).toBe(true);
      const read = readCsv(file.slice(1)).map((cells) => cells.map((text) => text.replace(/^'(?=[=+\-@\t\r\n])/, "")));
      expect(read).toEqual(rows);
    }),
  );
});
