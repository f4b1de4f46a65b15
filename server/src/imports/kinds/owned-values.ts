import { KEY_SEPARATOR, type ImportValues, type ReadableField } from "@groundcrew/shared/imports";
import { z } from "zod";
import type { Used } from "../../sites/index.ts";
import { problemsIn } from "./kind.ts";
import type { OwnedTable } from "./owned-queries.ts";

/** A declaration of items that organizations have by name, such as sites. */
export type Owned = {
  table: OwnedTable;
  noun: string;
  /** The most that an organization has. */
  max: number;
  ignoresCase?: true;
  ignored: readonly string[];
  /** The field of the name, and those of the other columns. */
  name: ReadableField;
  fields: readonly ReadableField[];
  /** The columns that are numbers. */
  numbers: readonly string[];
  /** Says why values do not fit together, and has those that are missing. */
  schema: z.ZodType<object>;
  /** The calls that do the same by hand. */
  actions: Record<"add" | "change" | "remove", string>;
  usedOf: (row: { id: number; name: string; org_id: number }) => Used;
};

/** All values with those that are missing, or why they do not fit together. The name is read before them. */
export function complete(values: ImportValues, owned: Owned): { values: ImportValues } | { problem: string } {
  const { data, error } = owned.schema.safeParse({ name: "-", ...stored(values, owned) });
  return error ? { problem: problemsIn(error) } : { values: textsOf(data, owned) };
}

const storedValue = z.union([z.string(), z.number(), z.null()]);

export function textsOf(row: object, owned: Owned): ImportValues {
  const all = new Map<string, unknown>(Object.entries(row));
  return Object.fromEntries(
    columnsOf(owned).map((column) => {
      const value = storedValue.parse(all.get(column));
      return [column, value === null ? null : String(value)];
    }),
  );
}

/** Values as they are stored. */
export function stored(values: ImportValues | null, { numbers }: Owned): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values ?? {}).map(([field, value]) => [
      field,
      numbers.includes(field) && value !== null ? Number(value) : value,
    ]),
  );
}

export function columnsOf({ fields }: Owned): string[] {
  return fields.map(({ name }) => name);
}

export function keysOf(key: string): { name: string; organization: string } {
  const [name = "", organization = ""] = key.split(KEY_SEPARATOR);
  return { name, organization };
}
