import {
  applyImport,
  checkImport,
  createImport,
  downloadImportable,
  downloadImportLines,
  getImport,
  importField,
  listImportLines,
  listImports,
  undoImport,
  type CsvImport,
  type ImportSummary,
} from "@groundcrew/shared/imports";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { scoped, type Db } from "../platform/db/index.ts";
import { answer, csvAnswer, route, type Scope } from "../platform/http/index.ts";
import { readCursor, writeCursor } from "../platform/lib/index.ts";
import {
  applyFile,
  checkFile,
  doneOf,
  loaded,
  readImport,
  undoFile,
  uploadFile,
  type ImportOptions,
} from "./change-imports.ts";
import { kinds } from "./kinds/index.ts";
import { selectApplied, selectLines, type StoredImport } from "./queries.ts";
import { importableColumns, importablePages, reportColumns, reportPages } from "./write-lines-csv.ts";

const PAGE = 200;

/** CSV files that admins upload, check, apply and undo. */
export function importRoutes(app: FastifyInstance, options: ImportOptions): void {
  const { db } = options;
  const details = (stored: StoredImport, scope: Scope) => detailsOf(scoped(db, scope), stored, options);

  route(app, listImports, async () => answer(200, (await selectApplied(db)).map(summaryOf)));
  route(app, createImport, async (call) => answer(201, await details(await uploadFile(options, call), call.scope)));
  route(app, getImport, async (call) => answer(200, await details(await readImport(options, call), call.scope)));
  route(app, checkImport, async (call) => answer(200, await details(await checkFile(options, call), call.scope)));
  route(app, applyImport, async (call) => answer(200, await details(await applyFile(options, call), call.scope)));
  route(app, undoImport, async (call) => answer(200, await details(await undoFile(options, call), call.scope)));

  route(app, listImportLines, async (call) => {
    const { id } = await readImport(options, call);
    const after = readCursor(call.query.cursor, z.int()) ?? 0;
    const lines = await selectLines(db, id, { result: call.query.result, after, limit: PAGE });
    const last = lines.at(-1);
    return answer(200, { lines, next: last && lines.length === PAGE ? writeCursor(last.line) : null });
  });
  route(app, downloadImportLines, async (call) => {
    const stored = await readImport(options, call);
    const { fields } = await loaded(scoped(db, call.scope), stored, options);
    return csvAnswer("import.csv", reportColumns(fields), reportPages(db, stored.id, call.query.only));
  });
  route(app, downloadImportable, async ({ query, scope }) => {
    const importable = await loaded(scoped(db, scope), query, options);
    return csvAnswer(`${query.kind}.csv`, importableColumns(importable.fields), importablePages(importable));
  });
}

function summaryOf(stored: StoredImport): ImportSummary {
  const { id, kind, station_type, file_name, counts } = stored;
  return { id, kind, station_type, file_name, counts, ...doneOf(stored) };
}

async function detailsOf(db: Db, stored: StoredImport, options: ImportOptions): Promise<CsvImport> {
  const { fields } = await loaded(db, stored, options);
  const { created, bytes, lines, encoding, delimiter, titles, examples, columns } = stored;
  const file = { created, bytes, lines, encoding, delimiter, titles, examples, columns };
  const { ignored } = kinds[stored.kind];
  return { ...summaryOf(stored), ...file, fields: z.array(importField).parse(fields), ignored: [...ignored] };
}
