import { expect, test } from "vitest";
import { checkConformance } from "./conformance.ts";

const files: Record<string, string> = {
  "a.ts": "",
  "b.ts": "",
  "a.test.ts": `test("a holds", () => {});
test.each([
  [1],
])("%i of a | b holds", () => {});
test.each<[number]>([[1]])(
  \`a "\${quoted}" title\`,
  () => {},
);
describe("a group", () => {});`,
};
const read = (path: string) => files[path] ?? null;
const check = (...rows: string[]) =>
  checkConformance(["| line | quote | built | shown |", "|---|---|---|---|", ...rows].join("\n"), read);

test("a row that names existing files and tests is filled, one that says what is missing is open", () => {
  const rows = [
    "| 3 | One | a.ts<br>b.ts | a.test.ts › a holds<br>› %i of a \\| b holds |",
    '| 3 | Two | a.ts | a.test.ts › a "${quoted}" title |',
    "| 4 | One | – | open: screen: map |",
    "| 5 | Half | a.ts | a.test.ts › a holds<br>open: screen: map |",
  ];
  expect(check(...rows)).toEqual({ filled: 2, open: 2, problems: [] });
});

test.each([
  ["| 3 | One | c.ts | a.test.ts › a holds |", "names c.ts, which does not exist."],
  ["| 3 | One | – | a.test.ts › a holds |", "does not say where it is built."],
  ["| 3 | One | a.ts | a.test.ts › a hold |", 'names a test "a hold", which a.test.ts does not have.'],
  ["| 3 | One | a.ts | a.test.ts › a group |", 'names a test "a group", which a.test.ts does not have.'],
  ["| 3 | One | a.ts | c.test.ts › a holds |", "names c.test.ts, which does not exist."],
  ["| 3 | One | a.ts | a.ts › a holds |", "names a.ts, which does not exist."],
  ["| 3 | One | a.ts | – |", "does not say what shows it."],
  ["| 3 | One | a.ts | open: |", 'is shown by "open:", which is neither a test nor open.'],
])("an invalid row is reported: %s", (row, problem) => {
  expect(check(row).problems).toEqual([`The row of line 3, "One", ${problem}`]);
});

test("a sentence that requires nothing is neither filled nor open", () => {
  expect(check("| 3 | One | – | nothing to build |")).toEqual({ filled: 0, open: 0, problems: [] });
});

test("a duplicate sentence is reported", () => {
  const row = "| 3 | One | a.ts | a.test.ts › a holds |";
  expect(check(row, row).problems).toEqual(['The row of line 3, "One", is there twice.']);
});

test("a document without rows is reported", () => {
  expect(check().problems).toEqual(["The document has no rows."]);
});
