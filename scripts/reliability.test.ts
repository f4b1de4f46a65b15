import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { LONG_TESTS, type LongTest } from "./long-tests.ts";
import { resultOf, withResult } from "./soak.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const DOCUMENT = readFileSync(join(ROOT, "docs", "reliability.md"), "utf8");
const ROWS = [...DOCUMENT.matchAll(/^\| ([SRF]\d+) \|.*$/gm)].map(([line, id = ""]) => ({ line, id }));

/** The cells of the rows of a section's tables, without their titles. */
function tableIn(section: string): string[][] {
  const [, text = ""] = DOCUMENT.split(`\n## ${section}\n`);
  const lines = text.split("\n## ", 1)[0]?.split("\n") ?? [];
  return lines.filter((line) => /^\| (`|\*|[SRF]\d)/.test(line)).map((line) => cellsOf(line));
}

function cellsOf(line: string): string[] {
  return line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());
}

/** The last result of each long test, as `npm run soak` has written it. */
const RESULTS = new Map(tableIn("Long tests").map(([name = "", ...cells]) => [name.replaceAll("`", ""), cells]));

/** The number at the beginning of an amount, such as `5,000 requests`. */
function amountIn(text: string): number {
  return Number(/^[\d,]+/.exec(text)?.[0].replaceAll(",", ""));
}

function amountOf({ amount, unit }: LongTest): string {
  return `${amount.toLocaleString("en")} ${unit}`;
}

function numbered(letter: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${letter}${index + 1}`);
}

test("docs/reliability.md has a row for each promise and each fault", () => {
  const expected = [...numbered("S", 24), ...numbered("R", 22), ...numbered("F", 26)];
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

test("each result names the rows and the unit of its test, and is marked if its amount is below the full one", () => {
  for (const [name, [rows, amount = "", , , , result]] of RESULTS) {
    const long = LONG_TESTS[name];
    expect([name, rows, amount.replace(/^\S+ /, "")]).toEqual([name, long?.rows.join(", "), long?.unit]);
    const passed = resultOf({ code: 0, amount: amountIn(amount), full: long?.amount ?? 0 });
    expect([name, result]).toEqual([name, expect.toBeOneOf([passed, "failed"])]);
  }
});

test("each long test that has not passed at its full amount is named as such, with what was run", () => {
  const expected = Object.entries(LONG_TESTS).flatMap(([name, long]) => {
    const [, amount = "none", , , , result] = RESULTS.get(name) ?? [];
    return result === "passed" ? [] : [[`*${name}*`, long.rows.join(", "), amountOf(long), amount]];
  });
  const named = tableIn("Not shown at the full figure").filter(([first = ""]) => first.startsWith("*"));
  expect(named.map((cells) => cells.slice(0, 4))).toEqual(
    expected.toSorted(([one = ""], [other = ""]) => (one < other ? -1 : 1)),
  );
  expect(named.filter(([, , , run, known = ""]) => run === "none" && known === "")).toEqual([]);
});

test("a run below the full amount of its test is marked as such", () => {
  expect(resultOf({ code: 0, amount: 200, full: 200 })).toBe("passed");
  expect(resultOf({ code: 0, amount: 10, full: 200 })).toBe("passed (short)");
  expect(resultOf({ code: 1, amount: 200, full: 200 })).toBe("failed");
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
