import type { ImportChange, ImportField, ImportLine, ImportValue } from "./import.ts";

export type ImportValues = Readonly<Record<string, ImportValue>>;

/** The value in a cell, or a sentence that says why it has none. What a `created` value names is created with it. */
export type Reading = { value: ImportValue; created?: true } | { problem: string };

/** The context in which a cell is read. `values` are those of the fields before, and what is saved of the others; `creates` as it was chosen. */
export type ReadWith = { saved: ImportValues; values: ImportValues; creates: boolean };

/** A field with the rule for its cells, which are read in the order of the fields. */
export type ReadableField = ImportField & {
  read: (text: string, line: ReadWith) => Reading;
  /** Only new items get it. That of one that exists is another call's, or a station's own. */
  isNewOnly?: true;
  /** A sentence: what a change of it ends for good, so that it cannot be undone. */
  ends?: string;
  /** No two items have the same value. */
  isUnique?: true;
};

/**
 * Something that exists, such as a station. `rev` changes with each save, and `values` is null before the first one. `by` saved what is
 * before a `#` in `rev`; nobody knows who saved the rest. `refusal` says why it cannot be imported.
 */
export type ExistingItem = {
  name: string;
  key: string;
  rev: string;
  by: string | null;
  values: ImportValues | null;
  refusal?: string;
};

/** A line at the first check: what it was about, in which revision. */
export type SeenLine = Pick<ImportLine, "key" | "changes"> & { name: string | null; rev: string | null };

/** A line that was refused, and why. */
export type RefusedLine = Pick<ImportLine, "line" | "reason">;

/** The effect of a line. `name` and `rev` are those of the item at the first check; null for one that did not exist. */
export type JudgedLine = ImportLine & { name: string | null; rev: string | null };

export type JudgeRules = {
  /** The noun for an item, such as “station”. */
  noun: string;
  fields: readonly ReadableField[];
  /** The title of each column, and the field that it is read into. */
  columns: readonly { title: string; field: ReadableField | null }[];
  /** An empty cell clears the value. */
  clears: boolean;
  /** Creates the things that cells name and that do not exist. */
  creates: boolean;
  /** Keys are the same in upper and lower case. */
  ignoresCase?: true;
  items: readonly ExistingItem[];
  seen: readonly SeenLine[];
  /** Lines that stay refused, with the reasons that people have read. */
  refused?: readonly RefusedLine[];
  /** Completes the values of a new item with these keys and values, or says why there can be none. */
  add: (values: ImportValues) => { values: ImportValues } | { reason: string };
  /** Completes values that differ from what is saved by what changes with them, or says why they do not fit together. */
  change?: (item: ExistingItem, values: ImportValues) => { values: ImportValues } | { problem: string };
};

/** The cells of a line. `line` counts as a spreadsheet does. */
export type FileLine = { line: number; cells: readonly string[] };

/** A sentence about the consequences of changes that cannot be undone; null if there are none. */
export function endsOf(fields: readonly ReadableField[], changes: readonly ImportChange[]): string | null {
  const changed = new Set(changes.map(({ field }) => field));
  return fields.find(({ name, ends }) => ends !== undefined && changed.has(name))?.ends ?? null;
}

/** Who has saved an item since a revision; null if that is not known. */
export function saverSince({ rev, by }: Pick<ExistingItem, "rev" | "by">, seen: string | null): string | null {
  const savedBy = (text: string) => text.split("#", 1)[0];
  return seen !== null && savedBy(seen) === savedBy(rev) ? null : by;
}
