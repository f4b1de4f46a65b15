import * as fc from "fast-check";
import { expect, test } from "vitest";
import { safeText, textOfCell, toCsv, type CsvCell } from "./csv.ts";

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
  ["\tx", '"\'\tx"'],
  // Separators of other spreadsheets
  ["x;=1+1;y", '"x;\'=1+1;y"'],
  ["x\t=1+1", '"x\t\'=1+1"'],
  ["x; =1+1", '"x;\' =1+1"'],
  ['x;"=1+1"', '"x;\'""=1+1"""'],
  ["x;@SUM(A1)", '"x;\'@SUM(A1)"'],
  ["x;+1", '"x;\'+1"'],
  ["x;-1+cmd|' /C calc'!A0", "\"x;'-1+cmd|' /C calc'!A0\""],
  ["x;＝1", '"x;\'＝1"'],
  ["x\n=1+1", '"x\n\'=1+1"'],
  ["x\r\n@cmd", '"x\r\n\'@cmd"'],
  ["x\u2028y", '"x\u2028y"'],
  ["a;b", '"a;b"'],
  ["a\tb", '"a\tb"'],
  // What is not a formula
  ["To do:\n- the roof\n- the pad", '"To do:\n- the roof\n- the pad"'],
  ["Regards\n--\nAnn", '"Regards\n--\nAnn"'],
  ["a=b", "a=b"],
  ["user@example.com", "user@example.com"],
  ["12:30-13:00", "12:30-13:00"],
  ["47,6", '"47,6"'],
  ["1.234,56 €", '"1.234,56 €"'],
  ["−5 °C", "−5 °C"],
  ["电池 3", "电池 3"],
  ["'quoted'", "'quoted'"],
  // What is written like a formula already
  ["'=1", "''=1"],
  ["a;'=1", "\"a;''=1\""],
  // Space and invisible characters before a formula
  [" =1+1", "' =1+1"],
  ["\u00A0=1+1", "'\u00A0=1+1"],
  ["\u200B=1+1", "'\u200B=1+1"],
  ["\uFEFF=1+1", "'\uFEFF=1+1"],
  ['"=1+1"', '"\'""=1+1"""'],
  [" padded ", '" padded "'],
  ["\n=1+1", "\"'\n'=1+1\""],
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
test("written cells are read back unchanged but for the ' before formulas", () => {
  const cell = fc.oneof(
    fc.string({ unit: fc.constantFrom("a", '"', ",", ";", "\t", "\r", "\n", "=", "-", "1", " ") }),
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
      const read = readCsv(file.slice(1)).map((cells) => cells.map((text) => text.replaceAll("'", "")));
      expect(read).toEqual(rows);
    }),
  );
});

test("the ' before formulas is taken away again, and nothing else", () => {
  const text = fc.string({
    unit: fc.constantFrom("a", "'", '"', ";", "\t", "\r", "\n", "=", "+", "-", "1", " ", "＝", "\u200B"),
  });
  fc.assert(fc.property(text, (text) => textOfCell(safeText(text)) === text));
  // A cell that no text is written as stays as it is, so each cell means one text.
  const cell = fc.string({ unit: fc.constantFrom("a", "'", ";", "\n", "=", "-", "1", " ") });
  fc.assert(
    fc.property(cell, (cell) => {
      expect([safeText(textOfCell(cell)), textOfCell(cell)]).toContain(cell);
    }),
  );
});
