import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const DOCUMENT = "docs/conformance.md";
const ROWS = "docs/conformance-rows.json";
const TESTS = "{shared,server,web,simulator,e2e,scripts,bench}/**/*.{test,spec}.{ts,tsx}";

/**
 * A sentence: its line in the specification, or R and the part of what comes beyond it, and its number there, some of its words, and the files
 * that implement it; none if it requires nothing.
 */
export type Row = { id: string; quote: string; built: string[] };
export type Section = { title: string; rows: Row[] };

/** A test that names rows in a comment above it: `// @spec 46.3, 47.1`. */
export type Reference = { id: string; file: string; title: string };

const HEAD = `# Conformance

Every sentence of the specification, by its line and some words of it: where it is built, and the tests that show it. What comes beyond the
specification has no lines: its parts are R1 to R10. Written by
\`npm run conformance\` from [the sentences](conformance-rows.json) and from the comments \`// @spec line.number\` above the tests;
\`npm test\` fails when it is not current.

In the last column \`file › title\` is a test, \`› title\` another one of the same file.
`;

/** The references in a test file, in its order. A reference without a test below it has an empty title. */
export function referencesIn(file: string, source: string): Reference[] {
  const comments = [...source.matchAll(/^\s*\/\/ @spec ([R\d., ]+)$/gm)];
  return comments.flatMap(({ 1: ids = "", index }) => {
    const title = titleAfter(source, index);
    return ids.split(",").map((id) => ({ id: id.trim(), file, title }));
  });
}

/** The title of the first test from an index on, as it is written: the first argument of `test(…)` and of what `test.each(…)` returns. */
function titleAfter(source: string, index: number): string {
  const titles = /(?:\btest|\))\s*\(\s*(["'`])((?:\\.|(?!\1)[^\\])*)\1\s*,/g;
  titles.lastIndex = index;
  return titles.exec(source)?.[2] ?? "";
}

/** The problems of the table: rows without a test or file, and references to rows that do not exist. */
export function problemsOf(
  sections: readonly Section[],
  references: readonly Reference[],
  exists: (path: string) => boolean,
): string[] {
  const rows = sections.flatMap((section) => section.rows);
  const known = new Set(rows.map(({ id }) => id));
  const tested = new Set(references.map(({ id }) => id));
  return [
    ...(rows.length === 0 ? ["There are no rows."] : []),
    ...rows
      .filter(({ id }, at) => rows.findIndex((row) => row.id === id) !== at)
      .map(({ id }) => `${id} is listed twice.`),
    ...rows.filter(({ id, built }) => built.length > 0 && !tested.has(id)).map((row) => `${named(row)} has no test.`),
    ...rows.flatMap((row) =>
      row.built.filter((path) => !exists(path)).map((path) => `${named(row)} names ${path}, which does not exist.`),
    ),
    ...references.filter(({ id }) => !known.has(id)).map(({ id, file }) => `${file} names ${id}, which is not a row.`),
    ...references.filter(({ title }) => title === "").map(({ id, file }) => `${file} names ${id} above no test.`),
  ];
}

function named({ id, quote }: Row): string {
  return `${id} "${quote}"`;
}

/** The document, as Markdown. */
export function documentOf(sections: readonly Section[], references: readonly Reference[]): string {
  const tests = Map.groupBy(references, ({ id }) => id);
  const tables = sections.map(({ title, rows }) =>
    [
      `\n## ${title}\n`,
      "| line | says | built in | shown by |",
      "|---|---|---|---|",
      ...rows.map(({ id, quote, built }) => {
        const cells = [built.join("<br>") || "–", built.length === 0 ? "nothing to build" : list(tests.get(id) ?? [])];
        const line = id.replace(/\..*/, "");
        return `| ${[line, quote, ...cells].map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
      }),
    ].join("\n"),
  );
  return `${HEAD}${tables.join("\n")}\n`;
}

function list(references: readonly Reference[]): string {
  const items = references.map(({ file, title }, at) =>
    references[at - 1]?.file === file ? `› ${title}` : `${file} › ${title}`,
  );
  return items.join("<br>");
}

function read(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}

function readReferences(): Reference[] {
  const paths = globSync(TESTS, { cwd: ROOT, exclude: ["**/node_modules/**"] }).map((path) =>
    path.replaceAll("\\", "/"),
  );
  return paths.toSorted().flatMap((path) => referencesIn(path, read(path)));
}

function run(): void {
  const isCheck = process.argv.includes("--check");
  const sections: Section[] = JSON.parse(read(ROWS));
  const references = readReferences();
  const existing = new Set(
    globSync(
      sections.flatMap(({ rows }) => rows.flatMap(({ built }) => built)),
      { cwd: ROOT },
    ),
  );
  const document = documentOf(sections, references);
  const isCurrent = read(DOCUMENT) === document;
  const problems = problemsOf(sections, references, (path) => existing.has(path));
  if (isCheck && !isCurrent) problems.push(`${DOCUMENT} is not current: run npm run conformance.`);
  if (!isCheck) writeFileSync(join(ROOT, DOCUMENT), document);
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}

if (import.meta.main) run();
