import {
  judgeIn,
  type ExistingItem,
  type ImportColumns,
  type ImportCounts,
  type JudgedLine,
  type RefusedLine,
  type ReadableField,
} from "@groundcrew/shared/imports";
import { inPieces, type Db } from "../platform/db/index.ts";
import { Problem } from "../platform/http/index.ts";
import type { Importable } from "./kinds/kind.ts";
import { deleteLines, insertLines, selectSeen, type StoredImport } from "./queries.ts";
import { linesOf } from "./read-file.ts";

/** The effect of a file: what each of its lines does, and the items by their names. */
export type Judged = { lines: JudgedLine[]; items: ReadonlyMap<string, ExistingItem>; counts: ImportCounts };

type File = StoredImport & { content: Uint8Array; columns: ImportColumns; refused?: readonly RefusedLine[] };

/**
 * Judges each line of a file. Checking and applying do the same, so they come to the same results. Lines in `refused` stay refused: nobody has
 * seen what they would change.
 */
export async function judgeFile(tx: Db, file: File, importable: Importable): Promise<Judged> {
  const { items } = importable;
  const columns = columnsOf(file.titles, file.columns, importable.fields);
  const seen = await selectSeen(tx, file.id);
  const judge = judgeIn({
    ...importable,
    columns,
    clears: file.columns.clears,
    creates: file.columns.creates,
    seen,
    refused: file.refused ?? [],
  });
  const lines: JudgedLine[] = [];
  for await (const line of linesOf(file.content, file)) if (line.line > 1) lines.push(judge(line));
  return { lines, items: new Map(items.map((item) => [item.name, item])), counts: countsOf(lines) };
}

/** True if a line is applied. */
export function isApplied({ result }: JudgedLine): boolean {
  return result === "added" || result === "changed";
}

/** Stores what was found about the lines of a file instead of what was found before. */
export async function storeLines(tx: Db, id: number, lines: readonly JudgedLine[]): Promise<void> {
  await deleteLines(tx, id);
  await inPieces(lines, (piece) => insertLines(tx, id, piece));
}

function columnsOf(titles: readonly string[], { columns }: ImportColumns, fields: readonly ReadableField[]) {
  const byName = new Map(fields.map((field) => [field.name, field]));
  const used = columns.filter((name) => name !== null);
  if (columns.length !== titles.length)
    throw new Problem(422, `Choose a field for each of the ${titles.length} columns.`);
  if (new Set(used).size < used.length) throw new Problem(422, "Choose each field once.");
  const unknown = used.find((name) => !byName.has(name));
  if (unknown !== undefined) throw new Problem(422, `There is no field ${unknown}.`);
  const key = fields.find(({ name, is_key }) => is_key && !used.includes(name));
  if (key) throw new Problem(422, `Choose the column with ${key.label}.`);
  return titles.map((title, at) => ({ title, field: byName.get(columns[at] ?? "") ?? null }));
}

function countsOf(lines: readonly JudgedLine[]): ImportCounts {
  const counts: ImportCounts = { added: 0, changed: 0, conflict: 0, refused: 0, unchanged: 0 };
  for (const { result } of lines) counts[result] += 1;
  return counts;
}
