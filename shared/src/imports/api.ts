import { z } from "zod";
import { csvFile, endpoint, rawBody } from "../contract/index.ts";
import { lineOf, numberInQuery } from "../lib/index.ts";
import { stationType } from "../telemetry/index.ts";
import {
  csvImport,
  importColumns,
  importId,
  importKind,
  importLine,
  importNote,
  importResult,
  importSummary,
} from "./import.ts";

const importParams = z.object({ import: numberInQuery.pipe(importId) });
const ofKind = { kind: importKind, station_type: stationType.default("atlas") };
/** Large files take seconds to read and to write. */
const SLOW_MS = 60_000;

export const listImports = endpoint({
  name: "listImports",
  summary: "The last 20 imports that were applied, newest first.",
  method: "GET",
  path: "/api/imports",
  access: "admin",
  keyScope: null,
  topics: ["imports"],
  replies: { 200: z.array(importSummary) },
});

export const createImport = endpoint({
  name: "createImport",
  summary:
    "Uploads a CSV file, at most 10 MB and 20,000 lines: UTF-8 or UTF-16, with commas, semicolons or tabs. Changes nothing. It belongs to the caller, and is kept for 24 hours. `station_type` is that of the stations, for kinds that are about one.",
  method: "POST",
  path: "/api/imports",
  access: "admin",
  keyScope: null,
  topics: ["imports"],
  query: z.strictObject({ ...ofKind, file_name: lineOf(200, "Name the file.") }),
  body: rawBody,
  answersWithinMs: SLOW_MS,
  replies: { 201: csvImport },
});

export const getImport = endpoint({
  name: "getImport",
  summary: "An import: the caller's own, or one that was applied. 404 once it was removed.",
  method: "GET",
  path: "/api/imports/:import",
  access: "admin",
  keyScope: null,
  topics: ["imports"],
  params: importParams,
  replies: { 200: csvImport },
});

export const checkImport = endpoint({
  name: "checkImport",
  summary:
    "Checks each line of an import as applying it would, and changes nothing. What is saved after the first check and differs is a conflict. 409 for an import that was applied.",
  method: "PUT",
  path: "/api/imports/:import/check",
  access: "admin",
  keyScope: null,
  topics: ["imports"],
  params: importParams,
  body: importColumns,
  answersWithinMs: SLOW_MS,
  refusals: [409],
  replies: { 200: csvImport },
});

export const listImportLines = endpoint({
  name: "listImportLines",
  summary: "The lines of an import that was checked or applied, in their order, in pages of 200.",
  method: "GET",
  path: "/api/imports/:import/lines",
  access: "admin",
  keyScope: null,
  topics: ["imports"],
  params: importParams,
  query: z.strictObject({ result: importResult.optional(), cursor: z.string().max(200).optional() }),
  replies: { 200: z.object({ lines: z.array(importLine), next: z.string().nullable() }) },
});

export const downloadImportLines = endpoint({
  name: "downloadImportLines",
  summary: "The lines of an import as a CSV file: all of them, or those that are left out.",
  method: "GET",
  path: "/api/imports/:import/lines.csv",
  access: "admin",
  keyScope: null,
  params: importParams,
  query: z.strictObject({ only: z.literal("left_out").optional() }),
  replies: { 200: csvFile },
});

export const downloadImportable = endpoint({
  name: "downloadImportable",
  summary: "What is saved now, as a CSV file that can be changed and imported.",
  method: "GET",
  path: "/api/importable.csv",
  access: "admin",
  keyScope: null,
  query: z.strictObject(ofKind),
  replies: { 200: csvFile },
});

export const applyImport = endpoint({
  name: "applyImport",
  summary:
    "Checks an import again and applies it, all lines in one transaction. Lines that are refused or in conflict are left out. An import that was applied before is not applied again. 409 before it was checked, or when somebody added the same at the same moment.",
  method: "PUT",
  path: "/api/imports/:import/application",
  access: "admin",
  keyScope: null,
  topics: ["imports", "station", "ssot", "sites"],
  params: importParams,
  body: importNote,
  answersWithinMs: SLOW_MS,
  refusals: [409],
  replies: { 200: csvImport },
});

export const undoImport = endpoint({
  name: "undoImport",
  summary:
    "Undoes an import within 24 hours: what it changed is as before, stations that it added are retired, and sites and tags deleted. 409, and nothing is undone, if somebody changed one of them since, something uses what would be deleted, or the import moved stations to other organizations.",
  method: "DELETE",
  path: "/api/imports/:import/application",
  access: "admin",
  keyScope: null,
  topics: ["imports", "station", "ssot", "sites"],
  params: importParams,
  answersWithinMs: SLOW_MS,
  refusals: [409],
  replies: { 200: csvImport },
});
