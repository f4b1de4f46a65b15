import { expect, test } from "vitest";
import { documentOf, problemsOf, referencesIn, type Reference, type Row } from "./conformance.ts";

const sections = (...rows: Row[]) => [{ title: "1. What it does", rows }];
const row = (id: string, differences: Partial<Row> = {}): Row => ({
  id,
  quote: "It holds",
  built: ["a.ts"],
  ...differences,
});
const reference = (id: string, title = "a holds", file = "a.test.ts"): Reference => ({ id, file, title });
const problems = (rows: Row[], references: Reference[]) =>
  problemsOf(sections(...rows), references, (path) => path === "a.ts");

test("a comment above a test names rows, even above a test.each", () => {
  const marked = ["// @", "spec"].join("");
  const source = [
    `${marked} 3.1`,
    'test("a holds", () => {});',
    `  ${marked} 3.2, 4.1`,
    "  test.each([",
    "    [1],",
    '  ])("%i of b holds", () => {});',
  ].join("\n");
  expect(referencesIn("a.test.ts", source)).toEqual([
    reference("3.1"),
    reference("3.2", "%i of b holds"),
    reference("4.1", "%i of b holds"),
  ]);
});

test("rows with files and tests have no problems, nor does a row that requires nothing", () => {
  expect(problems([row("3.1"), row("3.2", { built: [] })], [reference("3.1")])).toEqual([]);
});

test("missing, unknown and repeated references are reported", () => {
  expect(problems([row("3.1")], [])).toEqual(['3.1 "It holds" has no test.']);
  expect(problems([row("3.1", { built: ["b.ts"] })], [reference("3.1")])).toEqual([
    '3.1 "It holds" names b.ts, which does not exist.',
  ]);
  expect(problems([row("3.1")], [reference("3.1"), reference("9.1")])).toEqual([
    "a.test.ts names 9.1, which is not a row.",
  ]);
  expect(problems([row("3.1")], [reference("3.1"), reference("3.1", "")])).toEqual([
    "a.test.ts names 3.1 above no test.",
  ]);
  expect(problems([row("3.1"), row("3.1")], [reference("3.1")])).toEqual(["3.1 is listed twice."]);
  expect(problems([], [])).toEqual(["There are no rows."]);
});

test("the document has a row for each sentence, with the tests of a file together", () => {
  const references = [reference("3.1"), reference("3.1", "b | c holds"), reference("3.1", "d holds", "d.test.ts")];
  const document = documentOf(sections(row("3.1"), row("4.1", { built: [] })), references);
  expect(document).toContain("## 1. What it does");
  expect(document).toContain(
    "| 3 | It holds | a.ts | a.test.ts › a holds<br>› b \\| c holds<br>d.test.ts › d holds |\n| 4 | It holds | – | nothing to build |",
  );
});
