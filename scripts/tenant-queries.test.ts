import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

// What the compiler cannot check of docs/decisions/0019: the text of SQL, and who may use the handle for the server's own work.

const SERVER = fileURLToPath(new URL("../server/src", import.meta.url));
const read = (file: string) => readFileSync(join(SERVER, file), "utf8");
const namesIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].flatMap(([, name]) => name ?? []);
const shared = namesIn(read("platform/db/tables/shared-tables.ts"), /^ {2}(\w+): \{/gm);
/** Those of the installation that only SQL text names. */
shared.push("backups", "csp_violations", "internal_prefix");
const created = globSync("platform/db/migrations/*.sql", { cwd: SERVER }).flatMap((file) =>
  namesIn(read(file), /^create (?:unlogged )?table (\w+)/gm),
);
/** All tables but those that are declared as shared. */
const tables = [...new Set(created)].filter((table) => !shared.includes(table));
const files = globSync("**/*.ts", { cwd: SERVER }).filter(
  (file) => !file.includes(".test.") && !file.startsWith("platform/db"),
);

/** The functions of a file that take a database handle without tenant tables. */
function functionsWithSharedDb(source: string): string[] {
  const functions = source.split(/\n(?=(?:export )?(?:async )?function )/);
  return functions.filter((text) => /: SharedDb\b/.test(text.slice(0, text.indexOf("{\n"))));
}

/** The tenant tables that the SQL text of a function names. */
function tenantTablesIn(text: string): string[] {
  const statements = [...text.matchAll(/\bsql(?:<[^`]*>)?`([^`]*)`/g)].map(([, statement = ""]) => statement);
  return tables.filter((table) => statements.some((statement) => new RegExp(`\\b${table}\\b`).test(statement)));
}

test("SQL text in a function without a scoped handle names no tenant table", () => {
  expect(tables).toContain("stations");
  const functions = files.flatMap((file) => functionsWithSharedDb(read(file)).map((text) => ({ file, text })));
  expect(functions.length).toBeGreaterThan(50);
  const found = functions.flatMap(({ file, text }) => tenantTablesIn(text).map((table) => `${file}: ${table}`));
  expect(found).toEqual([]);
});

test("only app.ts, set-up-database.ts and the thread of the station link can open the database for every tenant", () => {
  const importers = files.filter((file) => /from "[./]*\/platform\/db\/connect\.ts"/.test(read(file)));
  expect(importers.toSorted()).toEqual(["start/app.ts", "start/set-up-database.ts", "station-link/run-link-thread.ts"]);
});
