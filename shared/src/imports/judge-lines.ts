import { isStorable, safeText, storable, textOfCell, truncate, UNSTORABLE } from "../lib/index.ts";
import type { ImportChange, ImportField, ImportLine, ImportValue } from "./import.ts";
import { nearestOf } from "./nearest.ts";

export type ImportValues = Readonly<Record<string, ImportValue>>;

/** The value in a cell, or a sentence that says why it has none. */
export type Reading = { value: ImportValue } | { problem: string };

/** A field with the rule for its cells. */
export type ReadableField = ImportField & {
  read: (text: string) => Reading;
  /** Only new items get it. That of one that exists is another call's, or a station's own. */
  isNewOnly?: true;
  /** A sentence: what a change of it ends for good, so that it cannot be undone. */
  ends?: string;
  /** No two items have the same value. */
  isUnique?: true;
};

/**
 * Something that exists, such as a station. `rev` changes with each save, by `by`; `values` is null before the first one. `refusal` says why
 * it cannot be imported.
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
  /** The title of each column, and the field that it is read into. */
  columns: readonly { title: string; field: ReadableField | null }[];
  /** An empty cell clears the value. */
  clears: boolean;
  items: readonly ExistingItem[];
  seen: readonly SeenLine[];
  /** Lines that stay refused, with the reasons that people have read. */
  refused?: readonly RefusedLine[];
  /** Says what a new item with these values is called, or why there can be none. */
  add: (key: string, values: ImportValues) => { values: ImportValues } | { reason: string };
};

/** The cells of a line. `line` counts as a spreadsheet does. */
export type FileLine = { line: number; cells: readonly string[] };

/** Returns what judges the lines of a file, one after the other. It changes nothing, and judges the same lines in the same way. */
export function judgeIn(rules: JudgeRules): (line: FileLine) => JudgedLine {
  const judge = new Judge(rules);
  return (line) => judge.judge(line);
}

type Cell = { title: string; field: ReadableField; text: string };

class Judge {
  readonly #rules: JudgeRules;
  readonly #items: ReadonlyMap<string, ExistingItem>;
  readonly #seen: ReadonlyMap<string, SeenLine>;
  readonly #refused: ReadonlyMap<number, string | null>;
  readonly #keyAt: number;
  /** The lines of keys, and of the values of unique fields. */
  readonly #lines = new Map<string, number>();
  readonly #owners = new Map<string, string>();
  #nearest: ((text: string) => string | undefined) | undefined;

  constructor(rules: JudgeRules) {
    this.#rules = rules;
    this.#items = new Map(rules.items.map((item) => [item.key, item]));
    this.#seen = new Map(rules.seen.map((line) => [line.key, line]));
    this.#refused = new Map(rules.refused?.map(({ line, reason }) => [line, reason]));
    this.#keyAt = rules.columns.findIndex(({ field }) => field?.is_key === true);
    const unique = rules.columns.flatMap(({ field }) => (field?.isUnique ? [field.name] : []));
    for (const { name, values } of rules.items) {
      for (const field of unique) this.#owners.set(place(field, values?.[field] ?? null), name);
    }
  }

  judge({ line, cells }: FileLine): JudgedLine {
    const { columns } = this.#rules;
    const key = textOfCell(cells[this.#keyAt] ?? "").trim();
    const refused = (reason: string | null): JudgedLine => ({
      ...empty(line, shownKey(key)),
      result: "refused",
      reason,
    });
    const unstorable = columns.find(({ field }, at) => field !== null && !isStorable(cells[at] ?? ""));
    const earlierReason = this.#refused.get(line);
    if (earlierReason !== undefined) return refused(earlierReason);
    if (cells.length !== columns.length) {
      return refused(`This line has ${cells.length} cells, and the titles are ${columns.length}.`);
    }
    if (unstorable) return refused(`Column “${unstorable.title}”: ${UNSTORABLE}`);
    if (key === "") return refused(`Column “${columns[this.#keyAt]?.title ?? ""}” is empty.`);
    const earlier = this.#lines.get(place("", key));
    if (earlier !== undefined) return refused(`${shownKey(key)} stands in line ${earlier} already.`);
    this.#lines.set(place("", key), line);
    const item = this.#items.get(key);
    if (item?.refusal !== undefined) return refused(item.refusal);
    const read = readCells(this.#cellsOf(cells), item?.values ?? {}, item !== undefined && item.values !== null);
    const problems = [...read.problems, ...this.#repeated(read.values, { key, line, name: item?.name })];
    if (problems.length > 0) return refused(problems.join(" "));
    return item ? this.#change(line, item, read.values) : this.#add(line, key, read.values);
  }

  /** The cells that are read: of those with a field, all that are not empty, unless empty ones clear. */
  #cellsOf(cells: readonly string[]): Cell[] {
    const { columns, clears } = this.#rules;
    return columns.flatMap(({ title, field }, at) => {
      const text = cells[at] ?? "";
      return field === null || field.is_key || (text.trim() === "" && !clears) ? [] : [{ title, field, text }];
    });
  }

  #repeated(
    values: ImportValues,
    { key, line, name }: { key: string; line: number; name: string | undefined },
  ): string[] {
    const unique = this.#rules.columns.flatMap(({ title, field }) => (field?.isUnique ? [{ title, field }] : []));
    return unique.flatMap(({ title, field }) => {
      const value = values[field.name];
      if (typeof value !== "string") return [];
      const at = place(field.name, value);
      const earlier = this.#lines.get(at);
      if (earlier !== undefined) return [`Column “${title}”: “${value}” stands in line ${earlier} already.`];
      this.#lines.set(at, line);
      const owner = this.#owners.get(at);
      if (owner === undefined || owner === (name ?? key)) return [];
      return [`Column “${title}”: ${owner} has “${value}” already.`];
    });
  }

  #change(line: number, item: ExistingItem, values: ImportValues): JudgedLine {
    const { key, name, rev, by } = item;
    const changes = differences(item.values ?? {}, values);
    const seen = this.#seen.get(key);
    const first = { name: seen ? seen.name : name, rev: seen ? seen.rev : rev };
    const judged = { ...empty(line, key), ...first, changes };
    if (changes.length === 0) return { ...judged, name, rev };
    if (seen === undefined || (seen.rev === rev && seen.name === name)) {
      return item.values === null
        ? { ...judged, result: "added" }
        : { ...judged, result: "changed", reason: endsOf(this.#fields(), changes) };
    }
    const before = new Map(seen.changes.map((change) => [change.field, change.from]));
    return {
      ...judged,
      result: "conflict",
      changes: changes.map(({ field, from, to }) => {
        const first = before.get(field);
        return { field, from: first === undefined ? to : first, to, saved: from };
      }),
      reason: `Saved meanwhile by ${by ?? "someone"}`,
    };
  }

  #fields(): ReadableField[] {
    return this.#rules.columns.flatMap(({ field }) => field ?? []);
  }

  #add(line: number, key: string, values: ImportValues): JudgedLine {
    const added = this.#rules.add(key, values);
    if ("values" in added) {
      const changes = Object.entries(added.values).map(([field, to]) => ({ field, from: null, to }));
      return { ...empty(line, key), result: "added", changes };
    }
    this.#nearest ??= nearestOf(this.#items.keys());
    const nearest = this.#nearest(key);
    const question = nearest === undefined ? "" : ` Did you mean ${nearest}?`;
    const shown = shownKey(key);
    const reason = `There is no ${this.#rules.noun} “${shown}”.${question} ${added.reason}`.trim();
    return { ...empty(line, shown), result: "refused", reason };
  }
}

/** What changes end for good, as a sentence; null for nothing. */
export function endsOf(fields: readonly ReadableField[], changes: readonly ImportChange[]): string | null {
  const changed = new Set(changes.map(({ field }) => field));
  return fields.find(({ name, ends }) => ends !== undefined && changed.has(name))?.ends ?? null;
}

function empty(line: number, key: string): JudgedLine {
  return { line, key, name: null, rev: null, result: "unchanged", changes: [], reason: null };
}

/** The beginning of a key, as it can be stored. That of an item is shorter. */
function shownKey(key: string): string {
  return storable(truncate(key, 200));
}

function place(field: string, value: ImportValue): string {
  return `${field}\n${String(value)}`;
}

/** The values of cells, and a sentence for each that has none. What is written as it is saved is not read again: it is valid. */
function readCells(cells: readonly Cell[], saved: ImportValues, exists: boolean) {
  const values: Record<string, ImportValue> = {};
  const problems: string[] = [];
  for (const { title, field, text } of cells) {
    if (exists && (field.isNewOnly || isWritten(text, saved[field.name]))) continue;
    const reading = field.read(textOfCell(text));
    if ("value" in reading) values[field.name] = reading.value;
    else problems.push(`Column “${title}”: ${reading.problem}`);
  }
  return { values, problems };
}

/**
 * True if a cell is how a value is written in files, where a missing one may be FALSE. A program may have written its line breaks in its own
 * way.
 */
function isWritten(text: string, value: ImportValue | undefined): boolean {
  if (typeof value !== "string") return text.toLowerCase() === String(value ?? false);
  return text === value || lines(text) === lines(safeText(value));
}

function lines(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n");
}

/** Missing, empty and false are the same, as in the tables of these values. */
function differences(before: ImportValues, values: ImportValues): ImportChange[] {
  return Object.entries(values).flatMap(([field, to]) => {
    const from = before[field] ?? null;
    return (from || false) === (to || false) ? [] : [{ field, from, to }];
  });
}
