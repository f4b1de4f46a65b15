import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const glossary = readFileSync(join(root, "docs", "glossary.md"), "utf8");

/** The glossary lists the words, this test uses them, and the conformance table quotes the specification. */
const EXEMPT = new Set([
  "docs/glossary.md",
  "docs/conformance.md",
  "docs/conformance-rows.json",
  "scripts/words.test.ts",
]);

const avoided = wordsToAvoid(glossary);
/** Each word to avoid, and a pattern that finds it and its forms in the words of a line. */
const patterns = avoided.map((word) => [word, new RegExp(` ${word}(s|ed|ing)? `)] as const);
const anyOfThem = new RegExp(` (${avoided.join("|")})(s|ed|ing)? `);

test("words to avoid are in no name, comment, text or document", () => {
  expect(avoided.length).toBeGreaterThan(5);
  const found = sourceFiles().flatMap((path) => usesIn(path, readFileSync(join(root, path), "utf8")));
  expect(found).toEqual([]);
});

test.each(["server", "shared", "web"])(
  "doc comments of %s begin with a verb or a noun, and not with What",
  (program) => {
    const files = sourceFiles().filter((path) => path.startsWith(`${program}/src/`) && !path.includes(".test."));
    expect(files.length).toBeGreaterThan(100);
    expect(files.filter((path) => /\/\*\*\s*(\* )?What /.test(readFileSync(join(root, path), "utf8")))).toEqual([]);
  },
);

test("a word to avoid is found in an identifier, a file's name and a sentence", () => {
  expect(usesIn("src/open-house.ts", "")).toEqual(["src/open-house.ts:0 house"]);
  expect(usesIn("a.ts", "const x = 1;\nconst isLetIn = openHouse();")).toEqual(["a.ts:2 house", "a.ts:2 let in"]);
  expect(usesIn("a.md", "Give it to whoever asks.")).toEqual(["a.md:1 whoever"]);
  expect(usesIn("a.md", "All happenings, obeyed at once.")).toEqual(["a.md:1 obey", "a.md:1 happening"]);
  expect(usesIn("a.ts", "address.house_number, warehouse")).toEqual([]);
  expect(usesIn("a.ts", "let inFlight = 0;")).toEqual([]);
});

/** Words in the left column of the glossary's last table. */
function wordsToAvoid(text: string): string[] {
  const [, table = ""] = text.split("## Words to avoid");
  const rows = table.split("\n").filter((line) => line.startsWith("| ") && !line.startsWith("| words to avoid "));
  return rows.flatMap((row) => (row.split("|")[1] ?? "").split(",").map((word) => word.trim()));
}

const FOLDERS = "{shared,server,web,simulator,client,e2e,bench,scripts,docs}";

/** Migrations are left out, because they are never edited. */
function sourceFiles(): string[] {
  const globs = [`${FOLDERS}/**/*.{ts,tsx,mjs,css,html,md,sql,json}`, "*.{ts,md,json}"];
  const exclude = ["**/node_modules/**", "web/dist/**", "server/src/platform/db/migrations/**", "package-lock.json"];
  const paths = globs.flatMap((pattern) => globSync(pattern, { cwd: root, exclude }));
  return paths.map((path) => path.replaceAll("\\", "/")).filter((path) => !EXEMPT.has(path));
}

/** Where a file uses a word to avoid: path, line (0 for the path itself) and word. */
function usesIn(path: string, text: string): string[] {
  return [path, ...text.split("\n")].flatMap((line, index) => {
    const words = ` ${wordsOf(line)} `;
    return (anyOfThem.test(words) ? patterns : [])
      .filter(([, pattern]) => pattern.test(words))
      .map(([word]) => `${path}:${index} ${word}`);
  });
}

/** The words of a line, in lower case, separated by one space; identifiers are split. An index keeps the name that its migration gave it. */
function wordsOf(line: string): string {
  const words =
    line
      .replaceAll(/\blet (?=in[A-Z])/g, "")
      .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
      .toLowerCase()
      .match(/[a-z]+/g) ?? [];
  return words.join(" ").replaceAll(/\bhouse numbers?\b|\bstation errors by happening\b/g, "");
}
