import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { LONG_TESTS } from "./long-tests.ts";
import { withResult } from "./soak.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const DOCUMENT = readFileSync(join(ROOT, "docs", "reliability.md"), "utf8");
const ROWS = [...DOCUMENT.matchAll(/^\| ([SRF]\d+) \|.*$/gm)].map(([line, id = ""]) => ({ line, id }));

function numbered(letter: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${letter}${index + 1}`);
}

test("docs/reliability.md has a row for each promise and each fault", () => {
  const expected = [...numbered("S", 24), ...numbered("R", 21), ...numbered("F", 26)];
  expect(new Set(ROWS.map(({ id }) => id))).toEqual(new Set(expected));
});

test("each test that it names exists", () => {
  const files = [...DOCUMENT.matchAll(/`((?:server|shared|web|e2e|scripts|simulator)\/[^`]+)`/g)].map(
    ([, path = ""]) => path,
  );
  expect(files.length).toBeGreaterThan(50);
  expect(files.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

test("each long test exists, and is named in the rows that it shows", () => {
  const named = [...DOCUMENT.matchAll(/\*([a-z-]+)\*/g)].map(([, name = ""]) => name);
  expect(new Set(named)).toEqual(new Set(Object.keys(LONG_TESTS)));
  for (const { file } of Object.values(LONG_TESTS)) {
    expect(file.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  }
});

test("a result replaces the earlier one of its test, and other results stay", () => {
  const table = (...rows: string[]) =>
    `Before\n\n<!-- results: written by npm run soak -->\n\n| test | result |\n|---|---|\n${rows.map((row) => `${row}\n`).join("")}\n<!-- end of results -->\nAfter\n`;
  const [a, b, b2, c] = ["| `a` | passed |", "| `b` | failed |", "| `b` | passed |", "| `c` | passed |"];
  expect(withResult(table(a, b, c), { name: "b", cells: b2 })).toBe(table(a, b2, c));
  expect(withResult(table(a), { name: "c", cells: c })).toBe(table(a, c));
  expect(withResult(table(), { name: "a", cells: a })).toBe(table(a));
  expect(() => withResult("", { name: "a", cells: a })).toThrow("The document lacks");
});
