import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { zstdDecompress, zstdDecompressSync } from "node:zlib";
import { readBackup, verifyBackup } from "../src/backup/read-backup.ts";
import { loadDump } from "../src/platform/db/dump/load-dump.ts";
import { readMigrations, type Migration } from "../src/platform/db/migrate.ts";

const decompress = promisify(zstdDecompress);

/** The released versions whose databases are kept as fixtures, oldest first. */
export const RELEASES = ["0.1.0"] as const;
export type Release = (typeof RELEASES)[number];

/** Loads the database of a release as it was, without newer migrations. Returns those, and the numbers of rows by table. */
export async function loadRelease(ownerUrl: string, release: Release) {
  const source = { file: pathOf(`${release}.backup`), passphrase: null };
  const { migrations, sequences, tables } = await verifyBackup(source);
  const rows = Object.fromEntries(tables.map(({ name, rows }) => [name, rows]));
  async function* parts() {
    for await (const { name, bytes } of readBackup(source)) {
      const [folder, table = ""] = name.split("/");
      if (folder === "tables") yield { table, text: await decompress(bytes) };
    }
  }
  const names = new Set(migrations.map(({ name }) => name));
  const all = readMigrations();
  const head = { migrations, sequences, tables: tables.map(({ name, columns }) => ({ name, columns })), rows };
  const older = all.filter(({ name }) => names.has(name));
  await loadDump(ownerUrl, { head, parts: parts(), finish: async () => {} }, older);
  return { rows, pending: all.filter(({ name }) => !names.has(name)) };
}

/** The statements that the servers of a release send, without those that change tables. */
export function statementsOf(release: Release): string[] {
  const lines = zstdDecompressSync(readFileSync(pathOf(`${release}.statements.zst`))).toString("utf8");
  return lines
    .split("\n")
    .filter(Boolean)
    .map((line): string => JSON.parse(line));
}

/** The statements of a migration, in order. Those within `$$` belong to the statement around them. */
export function statementsIn({ text }: Migration): string[] {
  const statements: string[] = [];
  let current = "";
  for (const [token] of text.matchAll(/--[^\n]*|\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'|;|[^;'$-]+|[\s\S]/g)) {
    if (token !== ";") current += token.startsWith("--") ? "" : token;
    else {
      statements.push(current);
      current = "";
    }
  }
  return [...statements, current].filter((statement) => statement.trim() !== "");
}

function pathOf(name: string): string {
  return fileURLToPath(new URL(`releases/${name}`, import.meta.url));
}
