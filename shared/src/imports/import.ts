import { z } from "zod";
import { idOf, textOf, timestamp } from "../lib/index.ts";
import { stationType } from "../telemetry/index.ts";

/** The largest file, and the most lines below its titles. */
export const IMPORT_LIMITS = { bytes: 10 * 1024 * 1024, lines: 20_000, columns: 250 } as const;
/** How long an import that was not applied is kept, and how long one that was can be undone (hours). */
export const IMPORT_HOURS = 24;
/** How long the report about an applied import is kept (days). */
export const IMPORTS_KEPT_DAYS = 90;

/** The subject of a file. */
export const importKind = z.enum(["stations", "ssot", "replaceables", "sites", "station_tags"]);
export type ImportKind = z.output<typeof importKind>;

export const importKindLabels: Record<ImportKind, string> = {
  stations: "Stations",
  ssot: "Hardware Variation",
  replaceables: "Replaceables",
  sites: "Sites",
  station_tags: "Station Tags",
};

/** True if a file of a kind is about the stations of one type. */
export function isByType(kind: ImportKind): boolean {
  return kind === "ssot" || kind === "replaceables";
}

/** The number of an import. */
export const importId = idOf("There is no such import.");

/**
 * A field that a column of a file can be read into. `titles` are other titles of its column. The keys together find what a line is about.
 * `creates` names what is created, if that is chosen, where a cell names one that does not exist, such as “sites”.
 */
export const importField = z.object({
  name: z.string(),
  label: z.string(),
  titles: z.array(z.string()),
  is_key: z.boolean(),
  creates: z.string().optional(),
});
export type ImportField = z.output<typeof importField>;

/** A value: text, a flag, or null for none. */
export const importValue = z.union([z.string(), z.boolean(), z.null()]);
export type ImportValue = z.output<typeof importValue>;

/** A field that a line changes. `saved` is what somebody saved meanwhile, in a conflict. What a `created` value names is created with it. */
export const importChange = z.object({
  field: z.string(),
  from: importValue,
  to: importValue,
  saved: importValue.optional(),
  created: z.literal(true).optional(),
});
export type ImportChange = z.output<typeof importChange>;

/**
 * The outcome of a line: it adds or changes something, or nothing. A line that is refused, or in conflict with what somebody saved after
 * the first check, is left out.
 */
export const importResult = z.enum(["added", "changed", "conflict", "refused", "unchanged"]);
export type ImportResult = z.output<typeof importResult>;

/**
 * A line of a file, counted as a spreadsheet counts rows: the titles are line 1. `key` has its keys, as `keyText` writes them. `reason` says why
 * it is left out, or what its change ends for good.
 */
export const importLine = z.object({
  line: z.int(),
  key: z.string(),
  result: importResult,
  changes: z.array(importChange),
  reason: z.string().nullable(),
});
export type ImportLine = z.output<typeof importLine>;

/** How many lines have each result. */
export const importCounts = z.object({
  added: z.int(),
  changed: z.int(),
  conflict: z.int(),
  refused: z.int(),
  unchanged: z.int(),
});
export type ImportCounts = z.output<typeof importCounts>;

/**
 * How the columns of a file are read: the field of each, or null for one that is left out; whether an empty cell clears the value; and whether
 * what cells name is created where it does not exist (`creates` of its field).
 */
export const importColumns = z.strictObject({
  columns: z.array(z.string().max(100).nullable()).max(IMPORT_LIMITS.columns),
  clears: z.boolean(),
  creates: z.boolean().default(false),
});
export type ImportColumns = z.output<typeof importColumns>;

/** Why an import is applied, for the audit log. */
export const importNote = z.strictObject({ note: textOf(500) });

const done = z.object({ at: timestamp, by: z.string() });

const inList = {
  id: importId,
  kind: importKind,
  station_type: stationType.nullable(),
  file_name: z.string(),
  /** How many lines have each result; null before the first check. */
  counts: importCounts.nullable(),
  applied: done.extend({ request_id: z.string() }).nullable(),
  undone: done.nullable(),
};

/** An import in the list of the latest. */
export const importSummary = z.object(inList);
export type ImportSummary = z.output<typeof importSummary>;

/** An import: its file, how it is read, and what came of its last check or of applying it. */
export const csvImport = z.object({
  ...inList,
  created: timestamp,
  bytes: z.int(),
  lines: z.int(),
  encoding: z.string(),
  delimiter: z.string(),
  /** The titles of the columns, each with the first value below it. */
  titles: z.array(z.string()),
  examples: z.array(z.string()),
  fields: z.array(importField),
  /** Titles of exported columns that cannot be imported. */
  ignored: z.array(z.string()),
  /** How the columns are read; null before the first check. */
  columns: importColumns.nullable(),
  /** Why an import that was applied cannot be undone now; null if it can, or was not applied. */
  undo_refusal: z.string().nullable(),
});
export type CsvImport = z.output<typeof csvImport>;

/** How many lines are applied, or were. */
export function appliedCount({ added, changed }: ImportCounts): number {
  return added + changed;
}

/** True if an applied import can be undone for as long as that is possible at all, at `now` (ms). Its `undo_refusal` has other reasons. */
export function canBeUndone({ applied, undone }: Pick<CsvImport, "applied" | "undone">, now: number): boolean {
  return applied !== null && undone === null && now < Date.parse(applied.at) + IMPORT_HOURS * 3_600_000;
}

/** True if a line that was checked is not applied. */
export function isLeftOut({ result }: Pick<ImportLine, "result">): boolean {
  return result === "conflict" || result === "refused";
}

/** Separates the keys of a line: no key contains it. */
export const KEY_SEPARATOR = "\n";

/** The keys of a line, as people write them: "Atlas 0031", or "Doca 1 of Harbor Air". */
export function keyText(key: string): string {
  return key.replaceAll(KEY_SEPARATOR, " of ");
}

/** A value as people write it; an empty text for none. */
export function importValueText(value: ImportValue | undefined): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return value ?? "";
}

/** Why a line is left out, or what its change ends for good. A conflict names what was saved meanwhile. */
export function reasonOf({ reason, changes }: Pick<ImportLine, "reason" | "changes">): string {
  const saved = changes.flatMap((change) => (change.saved === undefined ? [] : [importValueText(change.saved) || "–"]));
  return saved.length === 0 ? (reason ?? "") : `${reason ?? ""}: ${saved.join(", ")}`;
}
