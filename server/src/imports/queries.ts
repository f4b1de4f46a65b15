import {
  importColumns,
  importCounts,
  importField,
  importKind,
  importLine,
  IMPORT_HOURS,
  IMPORT_LIMITS,
  type ImportColumns,
  type ImportCounts,
  type ImportField,
  type ImportKind,
  type ImportLine,
  type ImportResult,
  type JudgedLine,
  type RefusedLine,
} from "@groundcrew/shared/imports";
import { HOUR_MS, timestamp } from "@groundcrew/shared/lib";
import { stationType } from "@groundcrew/shared/telemetry";
import { sql } from "kysely";
import { z } from "zod";
import type { SharedDb } from "../platform/db/index.ts";
import type { ReadFile } from "./read-file.ts";

const COLUMNS = [
  ...(["id", "kind", "station_type", "file_name", "created", "created_by", "bytes", "lines", "encoding"] as const),
  ...([
    "delimiter",
    "titles",
    "examples",
    "fields",
    "columns",
    "counts",
    "applied",
    "applied_by",
    "request_id",
  ] as const),
  ...(["undone", "undone_by"] as const),
] as const;

const storedImport = z.object({
  id: z.int(),
  kind: importKind,
  station_type: stationType.nullable(),
  file_name: z.string(),
  created: timestamp,
  created_by: z.string(),
  bytes: z.int(),
  lines: z.int(),
  encoding: z.string(),
  delimiter: z.string(),
  titles: z.array(z.string()),
  examples: z.array(z.string()),
  fields: z.array(importField),
  columns: importColumns.nullable(),
  counts: importCounts.nullable(),
  applied: timestamp.nullable(),
  applied_by: z.string().nullable(),
  request_id: z.string().nullable(),
  undone: timestamp.nullable(),
  undone_by: z.string().nullable(),
});
export type StoredImport = z.output<typeof storedImport>;

/** The imports that were applied, newest first; at most 20. */
export async function selectApplied(db: SharedDb): Promise<StoredImport[]> {
  const rows = await db
    .selectFrom("imports")
    .select(COLUMNS)
    .where("applied", "is not", null)
    .orderBy("applied", "desc")
    .orderBy("id", "desc")
    .limit(20)
    .execute();
  return z.array(storedImport).parse(rows);
}

type NewImport = {
  kind: ImportKind;
  station_type: string | null;
  file_name: string;
  created: string;
  created_by: string;
  content: Uint8Array;
  fields: readonly ImportField[];
};

export async function insertImport(tx: SharedDb, added: NewImport, file: ReadFile): Promise<StoredImport> {
  const row = await tx
    .insertInto("imports")
    .values({ ...added, ...file, bytes: added.content.length, fields: JSON.stringify(added.fields) })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  return storedImport.parse(row);
}

type Viewer = { email: string; now: number };

/** An import that a person may see: one that was applied, or their own of the last 24 hours. */
export async function findImport(db: SharedDb, id: number, viewer: Viewer): Promise<StoredImport | undefined> {
  const row = await visible(db, id, viewer).select(COLUMNS).executeTakeFirst();
  return row && storedImport.parse(row);
}

/** The same with its file, which does not change until the transaction ends. */
export async function lockImport(
  tx: SharedDb,
  id: number,
  viewer: Viewer,
): Promise<(StoredImport & { content: Uint8Array | null }) | undefined> {
  const row = await visible(tx, id, viewer)
    .select([...COLUMNS, "content"])
    .forUpdate()
    .executeTakeFirst();
  return row && { ...storedImport.parse(row), content: row.content };
}

function visible(db: SharedDb, id: number, { email, now }: Viewer) {
  return db
    .selectFrom("imports")
    .where("id", "=", id)
    .where((eb) =>
      eb.or([
        eb("applied", "is not", null),
        eb.and([eb("created_by", "=", email), eb("created", ">", before(now, IMPORT_HOURS * HOUR_MS))]),
      ]),
    );
}

type Checked = { columns: ImportColumns; counts: ImportCounts };

/** Stores what a check has found. */
export async function updateChecked(tx: SharedDb, id: number, { columns, counts }: Checked): Promise<StoredImport> {
  return updated(tx, id, { columns: JSON.stringify(columns), counts: JSON.stringify(counts) });
}

/** Marks an import as applied. Its file is no longer needed. */
export async function updateApplied(
  tx: SharedDb,
  id: number,
  { at, by, requestId, counts }: { at: string; by: string; requestId: string; counts: ImportCounts },
): Promise<StoredImport> {
  const applied = { applied: at, applied_by: by, request_id: requestId, content: null };
  return updated(tx, id, { ...applied, counts: JSON.stringify(counts) });
}

type Undone = { at: string; by: string };

export async function updateUndone(tx: SharedDb, id: number, { at, by }: Undone): Promise<StoredImport> {
  return updated(tx, id, { undone: at, undone_by: by });
}

async function updated(tx: SharedDb, id: number, values: Record<string, string | null>): Promise<StoredImport> {
  const row = await tx
    .updateTable("imports")
    .set(values)
    .where("id", "=", id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  return storedImport.parse(row);
}

const LINE_COLUMNS = ["line", "key", "result", "changes", "reason"] as const;

type Lines = { result?: ImportResult | undefined; after: number; limit: number };

/** Lines of an import in their order, from the one after `after` on. */
export async function selectLines(db: SharedDb, id: number, { result, after, limit }: Lines): Promise<ImportLine[]> {
  const rows = await db
    .selectFrom("import_lines")
    .select(LINE_COLUMNS)
    .where("import_id", "=", id)
    .where("line", ">", after)
    .$if(result !== undefined, (query) => query.where("result", "=", result ?? ""))
    .orderBy("line")
    .limit(limit)
    .execute();
  return z.array(importLine).parse(rows);
}

/** The lines of an import that are about something, in their order, with its name and revision; at most 20,000. */
export async function selectSeen(db: SharedDb, id: number): Promise<JudgedLine[]> {
  const found = await sql<JudgedLine>`
    select line, key, result, changes, reason, name, rev from import_lines
    where import_id = ${id} and result <> 'refused' order by line limit 20000`.execute(db);
  return found.rows;
}

/** The lines that the last check refused; at most 20,000. */
export async function selectRefused(db: SharedDb, id: number): Promise<RefusedLine[]> {
  const refused = db.selectFrom("import_lines").select(["line", "reason"]).where("import_id", "=", id);
  return refused.where("result", "=", "refused").orderBy("line").limit(IMPORT_LIMITS.lines).execute();
}

/** Removes the lines of an import. */
export async function deleteLines(tx: SharedDb, id: number): Promise<void> {
  await tx.deleteFrom("import_lines").where("import_id", "=", id).execute();
}

/** Adds lines to an import. */
export async function insertLines(tx: SharedDb, id: number, lines: readonly JudgedLine[]): Promise<void> {
  await sql`
    insert into import_lines (import_id, line, key, result, changes, reason, name, rev)
    select ${id}, line, key, result, changes, reason, name, rev
    from json_populate_recordset(null::import_lines, ${JSON.stringify(lines)}::json)`.execute(tx);
}

function before(now: number, ms: number): string {
  return new Date(now - ms).toISOString();
}
