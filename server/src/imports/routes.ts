import {
  applyImport,
  checkImport,
  createImport,
  downloadImportable,
  downloadImportLines,
  getImport,
  listImportLines,
  listImports,
  undoImport,
} from "@groundcrew/shared/imports";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { scoped } from "../platform/db/index.ts";
import { answer, csvAnswer, route, type Scope } from "../platform/http/index.ts";
import { readCursor, writeCursor } from "../platform/lib/index.ts";
import {
  applyFile,
  checkFile,
  loaded,
  readImport,
  undoFile,
  undoRefusalOf,
  uploadFile,
  type ImportOptions,
  type Shown,
} from "./change-imports.ts";
import { detailsOf, summaryOf } from "./describe.ts";
import { selectApplied, selectLines, type StoredImport } from "./queries.ts";
import { importableColumns, importablePages, reportColumns, reportPages } from "./write-lines-csv.ts";

const PAGE = 200;

/** CSV files that admins upload, check, apply and undo. */
export function importRoutes(app: FastifyInstance, options: ImportOptions): void {
  const { db } = options;

  route(app, listImports, async () => answer(200, (await selectApplied(db)).map(summaryOf)));
  const details = async (call: { scope: Scope }, stored: StoredImport) =>
    detailsOf(stored, await undoRefusalOf(scoped(db, call.scope), options, stored));
  const shown = ({ stored, undoRefusal }: Shown) => detailsOf(stored, undoRefusal);
  route(app, createImport, async (call) => answer(201, await details(call, await uploadFile(options, call))));
  route(app, getImport, async (call) => answer(200, await details(call, await readImport(options, call))));
  route(app, checkImport, async (call) => answer(200, await details(call, await checkFile(options, call))));
  route(app, applyImport, async (call) => answer(200, shown(await applyFile(options, call))));
  route(app, undoImport, async (call) => answer(200, shown(await undoFile(options, call))));

  route(app, listImportLines, async (call) => {
    const { id } = await readImport(options, call);
    const after = readCursor(call.query.cursor, z.int()) ?? 0;
    const lines = await selectLines(db, id, { result: call.query.result, after, limit: PAGE });
    const last = lines.at(-1);
    return answer(200, { lines, next: last && lines.length === PAGE ? writeCursor(last.line) : null });
  });
  route(app, downloadImportLines, async (call) => {
    const { id, fields } = await readImport(options, call);
    return csvAnswer("import.csv", reportColumns(fields), reportPages(db, id, call.query.only));
  });
  route(app, downloadImportable, async ({ query, scope }) => {
    const importable = await loaded(scoped(db, scope), query, options);
    return csvAnswer(`${query.kind}.csv`, importableColumns(importable.fields), importablePages(importable));
  });
}
