import type { Brand } from "@groundcrew/shared/brand";
import type { ExistingItem, ImportValues, JudgedLine, JudgeRules, Reading } from "@groundcrew/shared/imports";
import { truncate } from "@groundcrew/shared/lib";
import type { StationType } from "@groundcrew/shared/telemetry";
import type { z } from "zod";
import type { AuditNote } from "../../audit/index.ts";
import type { Db } from "../../platform/db/index.ts";

/** The items that are saved now, and how files about them are read. */
export type Importable = Pick<JudgeRules, "noun" | "fields" | "items" | "ignoresCase" | "add" | "change">;

/**
 * An item as it is to be saved: `item` is as it is now, null for a new one, whose key is its name. Without `values` it is as before it was added.
 * `removes` are the fields whose values now are of what was created with them, which is removed where nothing else uses it.
 */
export type ItemWrite = {
  name: string;
  item: ExistingItem | null;
  values: ImportValues | null;
  removes: readonly string[];
};

export type WriteOptions = { author: string; now: number; brand: Brand };

export type Written = {
  /** The names and the new revisions of the items, in the order in which they were given. */
  saved: readonly { name: string; rev: string }[];
  /** Notes for the audit log, by the calls that save the same by hand: who sees those sees what an import has saved. */
  audits: readonly { action: string; notes: readonly AuditNote[] }[];
  /** The stations whose rows have changed. */
  stations: readonly string[];
};

/** A kind of what can be imported. */
export type Kind = {
  /** Titles of exported columns that cannot be imported. */
  ignored: readonly string[];
  load: (db: Db, options: { stationType: StationType; brand: Brand }) => Promise<Importable>;
  /** Locks what lines are about and what they name until the transaction ends: what is loaded of it then does not change meanwhile. */
  lock: (tx: Db, lines: readonly JudgedLine[]) => Promise<void>;
  /** Saves items that were loaded under the lock. */
  write: (tx: Db, writes: readonly ItemWrite[], options: WriteOptions) => Promise<Written>;
  /** Why items cannot be saved as they were before an import; null if they can. */
  refuseUndo?: (db: Db, writes: readonly ItemWrite[], options: { brand: Brand }) => Promise<string | null>;
};

const FLAGS = new Map([
  ...["true", "yes", "y", "1"].map((text) => [text, true] as const),
  ...["false", "no", "n", "0", ""].map((text) => [text, false] as const),
]);

/** Reads yes and no, as people and spreadsheets write them. */
export function readFlag(text: string): Reading {
  const value = FLAGS.get(text.trim().toLowerCase());
  return value === undefined ? { problem: `“${truncate(text, 60)}” is neither yes nor no.` } : { value };
}

/** Reads text by the schema of its form. */
export function readBy(schema: z.ZodType<string | null | undefined>): (text: string) => Reading {
  return (text) => {
    const { data, error } = schema.safeParse(text);
    return error ? { problem: problemsIn(error) } : { value: data ?? null };
  };
}

/** Reads the name of an organization. */
export function readOrganization(text: string, names: { has: (name: string) => boolean }): Reading {
  const name = text.trim();
  return names.has(name) ? { value: name } : { problem: "There is no such organization." };
}

/** The problems that a schema has found, as sentences. */
export function problemsIn({ issues }: z.ZodError): string {
  return issues.map(({ message }) => (/[.!?]$/.test(message) ? message : `${message}.`)).join(" ");
}

/** The names of the items that lines are about. */
export function namesIn(lines: readonly JudgedLine[]): string[] {
  return lines.flatMap(({ name }) => (name === null ? [] : [name]));
}

type Values = Readonly<Record<string, unknown>>;

/** A note about an item without the fields that stay; none if all do. */
export function noteOf(
  target: string,
  orgId: number | null,
  { before, after }: { before: Values | null; after: Values },
): AuditNote[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after)])];
  const different = fields.filter((field) => (before?.[field] ?? null) !== (after[field] ?? null));
  if (different.length === 0) return [];
  const pick = (values: Values) => Object.fromEntries(different.map((field) => [field, values[field] ?? null]));
  return [{ target, orgId, ...(before !== null && { before: pick(before) }), after: pick(after) }];
}
