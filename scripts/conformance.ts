import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const DOCUMENT = "docs/conformance.md";
const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** A row of the document: a sentence of the specification by its line and a quote, where it is built, what shows it. */
type Row = { line: number; quote: string; built: string[]; shown: string[] };

/** Reads a file of the project by its path from the root; null when there is none. */
type Read = (path: string) => string | null;

/**
 * What the document amounts to: how many rows are filled and open, those that ask for nothing aside, and a sentence for
 * each that does not hold.
 */
type Verdict = { filled: number; open: number; problems: string[] };

/** Shows a row whose sentence asks for nothing. */
const NOTHING = "nothing to build";

/** Compares the rows of a conformance document with the project's files and the titles of its tests. */
export function checkConformance(document: string, read: Read): Verdict {
  const rows = rowsOf(document);
  const titlesOf = keptTitles(read);
  const problems = [
    ...(rows.length === 0 ? ["The document has no rows."] : []),
    ...doubles(rows),
    ...rows.flatMap((row) => [...missingFiles(row, read), ...missingTests(row, titlesOf)]),
  ];
  const open = rows.filter(isOpen).length;
  const nothing = rows.filter(asksForNothing).length;
  return { filled: rows.length - open - nothing, open, problems };
}

/** Rows are the lines of tables that begin with a number; a `|` inside a cell is written `\|`. */
function rowsOf(document: string): Row[] {
  return document.split("\n").flatMap((text) => {
    const [, line = "", quote = "", built = "", shown = ""] = text.split(/(?<!\\)\|/).map((cell) => cell.trim());
    if (!text.startsWith("|") || !/^\d+$/.test(line)) return [];
    return [{ line: Number(line), quote: plain(quote), built: itemsOf(built), shown: itemsOf(shown) }];
  });
}

function itemsOf(cell: string): string[] {
  const items = cell.split("<br>").map((item) => plain(item.trim()));
  return items.filter((item) => item !== "" && item !== "–");
}

function plain(cell: string): string {
  return cell.replaceAll("\\|", "|");
}

/** A row is open as long as anything of it is. */
function isOpen({ shown }: Row): boolean {
  return shown.some((item) => item.startsWith("open:"));
}

function asksForNothing({ shown }: Row): boolean {
  return shown.length === 1 && shown[0] === NOTHING;
}

function doubles(rows: readonly Row[]): string[] {
  const seen = new Set<string>();
  return rows.flatMap((row) => {
    const key = `${row.line} ${row.quote}`;
    if (seen.has(key)) return [`${nameOf(row)} is there twice.`];
    seen.add(key);
    return [];
  });
}

function missingFiles(row: Row, read: Read): string[] {
  const missing = row.built.filter((path) => read(path) === null);
  if (row.built.length === 0 && !isOpen(row) && !asksForNothing(row))
    return [`${nameOf(row)} does not say where it is built.`];
  return missing.map((path) => `${nameOf(row)} names ${path}, which does not exist.`);
}

/** An item is `file › title`, `› title` of the file before it, or `open: what is missing`; or there is nothing to show. */
function missingTests(row: Row, titlesOf: (path: string) => Set<string> | null): string[] {
  if (asksForNothing(row)) return [];
  if (row.shown.length === 0) return [`${nameOf(row)} does not say what shows it.`];
  let path = "";
  return row.shown.flatMap((item) => {
    if (/^open: \S/.test(item)) return [];
    const [file = "", title] = item.split(/ ?› /);
    if (title === undefined) return [`${nameOf(row)} is shown by "${item}", which is neither a test nor open.`];
    path = file === "" ? path : file;
    const titles = titlesOf(path);
    if (titles === null) return [`${nameOf(row)} names ${path}, which does not exist.`];
    return titles.has(title) ? [] : [`${nameOf(row)} names a test "${title}", which ${path} does not have.`];
  });
}

function nameOf({ line, quote }: Row): string {
  return `The row of line ${line}, "${quote}",`;
}

function keptTitles(read: Read): (path: string) => Set<string> | null {
  const kept = new Map<string, Set<string> | null>();
  return (path) => {
    const known = kept.get(path);
    if (known !== undefined) return known;
    const source = /\.(test|spec)\.tsx?$/.test(path) ? read(path) : null;
    const titles = source === null ? null : titlesIn(source);
    kept.set(path, titles);
    return titles;
  };
}

/** Titles as they are written: the first argument of `test(…)` and of what `test.each(…)` returns. */
function titlesIn(source: string): Set<string> {
  const titles = /(?:\btest|\))\s*\(\s*(["'`])((?:\\.|(?!\1)[^\\])*)\1\s*,/g;
  return new Set([...source.matchAll(titles)].map(([, , title = ""]) => title));
}

function readFromRoot(path: string): string | null {
  return existsSync(`${ROOT}${path}`) ? readFileSync(`${ROOT}${path}`, "utf8") : null;
}

if (import.meta.main) {
  const { filled, open, problems } = checkConformance(readFromRoot(DOCUMENT) ?? "", readFromRoot);
  for (const problem of problems) console.error(problem);
  console.log(`${DOCUMENT}: ${filled} rows filled, ${open} open.`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
