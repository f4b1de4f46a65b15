import type { Brand } from "@groundcrew/shared/brand";
import type { ExistingItem, ImportValues, JudgeRules, ReadableField, Reading } from "@groundcrew/shared/imports";
import { truncate } from "@groundcrew/shared/lib";
import type { StationType } from "@groundcrew/shared/telemetry";
import type { z } from "zod";
import type { Db } from "../../platform/db/index.ts";

/** The items that are saved now, and how files about them are read. */
export type Importable = Pick<JudgeRules, "noun" | "items" | "add"> & { fields: readonly ReadableField[] };

/** An item as it is to be saved: `item` is as it is now, null for a new one. Without `values` it is as before it was added. */
export type ItemWrite = { name: string; item: ExistingItem | null; values: ImportValues | null };

export type WriteOptions = { author: string; now: number; brand: Brand };

/** A kind of what can be imported. */
export type Kind = {
  /** Titles of exported columns that cannot be imported. */
  ignored: readonly string[];
  load: (db: Db, options: { stationType: StationType; brand: Brand }) => Promise<Importable>;
  /** Locks items until the transaction ends: what is loaded of them then does not change meanwhile. */
  lock: (tx: Db, names: readonly string[]) => Promise<void>;
  /** Saves items that were loaded under the lock. Returns their new revisions by name. */
  write: (tx: Db, writes: readonly ItemWrite[], options: WriteOptions) => Promise<Map<string, string>>;
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

/** The problems that a schema has found, as sentences. */
export function problemsIn({ issues }: z.ZodError): string {
  return issues.map(({ message }) => (/[.!?]$/.test(message) ? message : `${message}.`)).join(" ");
}
