import { countText, isStorable, safeText, storable, textOfCell, truncate, UNSTORABLE } from "../lib/index.ts";
import { KEY_SEPARATOR, keyText, type ImportChange, type ImportValue } from "./import.ts";
import {
  endsOf,
  saverSince,
  type ExistingItem,
  type FileLine,
  type ImportValues,
  type JudgedLine,
  type JudgeRules,
  type ReadableField,
  type SeenLine,
} from "./judge-rules.ts";
import { nearestOf } from "./nearest.ts";

/** Returns what judges the lines of a file, one after the other. It changes nothing, and judges the same lines in the same way. */
export function judgeIn(rules: JudgeRules): (line: FileLine) => JudgedLine {
  const judge = new Judge(rules);
  return (line) => judge.judge(line);
}

type Column = { title: string; field: ReadableField; at: number };
type Cell = Column & { text: string };

class Judge {
  readonly #rules: JudgeRules;
  readonly #items: ReadonlyMap<string, ExistingItem>;
  /** The items of keys without case. */
  readonly #folded: ReadonlyMap<string, readonly ExistingItem[]>;
  readonly #seen: ReadonlyMap<string, SeenLine>;
  readonly #refused: ReadonlyMap<number, string | null>;
  /** The columns that are read, in the order of the fields, and those with keys. */
  readonly #read: readonly Column[];
  readonly #keys: readonly Column[];
  /** The lines of keys, and of the values of unique fields. */
  readonly #lines = new Map<string, number>();
  readonly #owners = new Map<string, string>();
  #nearest: ((text: string) => string | undefined) | undefined;

  constructor(rules: JudgeRules) {
    this.#rules = rules;
    this.#items = new Map(rules.items.map((item) => [item.key, item]));
    this.#folded = Map.groupBy(rules.ignoresCase ? rules.items : [], ({ key }) => key.toLowerCase());
    this.#seen = new Map(rules.seen.map((line) => [line.key, line]));
    this.#refused = new Map(rules.refused?.map(({ line, reason }) => [line, reason]));
    const columns = rules.columns.flatMap(({ title, field }, at) => (field === null ? [] : [{ title, field, at }]));
    const order = new Map(rules.fields.map(({ name }, at) => [name, at]));
    const read = columns.toSorted((a, b) => (order.get(a.field.name) ?? 0) - (order.get(b.field.name) ?? 0));
    this.#keys = read.filter(({ field }) => field.is_key);
    this.#read = read.filter(({ field }) => !field.is_key);
    const unique = rules.columns.flatMap(({ field }) => (field?.isUnique ? [field.name] : []));
    for (const { name, values } of rules.items) {
      for (const field of unique) this.#owners.set(place(field, values?.[field] ?? null), name);
    }
  }

  judge({ line, cells }: FileLine): JudgedLine {
    const { columns } = this.#rules;
    const keys = this.#keys.map((column) => ({ ...column, text: keyIn(cells[column.at] ?? "") }));
    const key = keys.map(({ text }) => text).join(KEY_SEPARATOR);
    const refused = (reason: string | null): JudgedLine => ({
      ...empty(line, shownKey(key)),
      result: "refused",
      reason,
    });
    const unstorable = columns.find(({ field }, at) => field !== null && !isStorable(cells[at] ?? ""));
    const earlierReason = this.#refused.get(line);
    if (earlierReason !== undefined) return refused(earlierReason);
    if (cells.length !== columns.length) {
      const are = columns.length === 1 ? "is" : "are";
      return refused(
        `This line has ${countText(cells.length, "cell")}, but there ${are} ${countText(columns.length, "column")}.`,
      );
    }
    if (unstorable) return refused(`Column “${unstorable.title}”: ${UNSTORABLE}`);
    const missing = keys.find(({ text }) => text === "");
    if (missing) return refused(`Column “${missing.title}” is empty.`);
    const item = this.#find(key);
    const own = place("", item?.key ?? this.#fold(key));
    const earlier = this.#lines.get(own);
    if (earlier !== undefined) return refused(`${keyText(shownKey(key))} stands in line ${earlier} already.`);
    this.#lines.set(own, line);
    if (item?.refusal !== undefined) return refused(item.refusal);
    const read = readCells([...(item ? [] : keys), ...this.#cellsOf(cells)], item, this.#rules.creates);
    const problems = [...read.problems, ...this.#repeated(read.values, { key, line, name: item?.name })];
    if (problems.length > 0) return refused(problems.join(" "));
    const judged = item ? this.#change(line, item, read.values) : this.#add(line, key, read.values);
    return read.created.size === 0 ? judged : { ...judged, changes: judged.changes.map(marked(read.created)) };
  }

  /** The item with a key, or the only one whose key differs in nothing but case. */
  #find(key: string): ExistingItem | undefined {
    const found = this.#items.get(key);
    if (found || !this.#rules.ignoresCase) return found;
    const [first, ...others] = this.#folded.get(this.#fold(key)) ?? [];
    return others.length === 0 ? first : undefined;
  }

  #fold(key: string): string {
    return this.#rules.ignoresCase ? key.toLowerCase() : key;
  }

  /** The cells that are read: all that are not empty, unless empty ones clear. */
  #cellsOf(cells: readonly string[]): Cell[] {
    return this.#read.flatMap((column) => {
      const text = cells[column.at] ?? "";
      return text.trim() === "" && !this.#rules.clears ? [] : [{ ...column, text }];
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
    const { key, name, rev } = item;
    const completed = this.#completed(item, values);
    if ("problem" in completed) return { ...empty(line, key), result: "refused", reason: completed.problem };
    const { changes } = completed;
    const seen = this.#seen.get(key);
    const first = { name: seen ? seen.name : name, rev: seen ? seen.rev : rev };
    const judged = { ...empty(line, key), ...first, changes };
    if (changes.length === 0) return { ...judged, name, rev };
    if (seen === undefined || (seen.rev === rev && seen.name === name)) {
      return item.values === null
        ? { ...judged, result: "added" }
        : { ...judged, result: "changed", reason: endsOf(this.#rules.fields, changes) };
    }
    const before = new Map(seen.changes.map((change) => [change.field, change.from]));
    return {
      ...judged,
      result: "conflict",
      changes: changes.map(({ field, from, to }) => {
        const first = before.get(field);
        return { field, from: first === undefined ? to : first, to, saved: from };
      }),
      reason: `Saved meanwhile by ${saverSince(item, seen.rev) ?? "someone"}`,
    };
  }

  /** The differences from the saved item, with the changes that follow from them. */
  #completed(item: ExistingItem, values: ImportValues): { changes: ImportChange[] } | { problem: string } {
    const saved = item.values ?? {};
    const changes = differences(saved, values);
    if (changes.length === 0 || !this.#rules.change) return { changes };
    const completed = this.#rules.change(item, Object.fromEntries(changes.map(({ field, to }) => [field, to])));
    return "problem" in completed ? completed : { changes: differences(saved, completed.values) };
  }

  #add(line: number, key: string, values: ImportValues): JudgedLine {
    const added = this.#rules.add(values);
    if ("values" in added) {
      const changes = Object.entries(added.values).map(([field, to]) => ({ field, from: null, to }));
      return { ...empty(line, key), result: "added", changes };
    }
    this.#nearest ??= nearestOf(this.#items.keys());
    const nearest = this.#nearest(key);
    const question = nearest === undefined ? "" : ` Did you mean ${keyText(nearest)}?`;
    const shown = shownKey(key);
    const reason = `There is no ${this.#rules.noun} “${keyText(shown)}”.${question} ${added.reason}`.trim();
    return { ...empty(line, shown), result: "refused", reason };
  }
}

/** The key in a cell, without what separates keys. */
function keyIn(cell: string): string {
  return textOfCell(cell).trim().replaceAll(KEY_SEPARATOR, " ");
}

function marked(created: ReadonlySet<string>): (change: ImportChange) => ImportChange {
  return (change) => (created.has(change.field) ? { ...change, created: true } : change);
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
function readCells(cells: readonly Cell[], item: ExistingItem | undefined, creates: boolean) {
  const saved = item?.values ?? {};
  const isSaved = item !== undefined && item.values !== null;
  const values: Record<string, ImportValue> = {};
  const created = new Set<string>();
  const problems: string[] = [];
  for (const { title, field, text } of cells) {
    if (isSaved && (field.isNewOnly || isWritten(text, saved[field.name]))) continue;
    const reading = field.read(textOfCell(text), {
      saved,
      values: { ...saved, ...values },
      creates,
    });
    if ("value" in reading) values[field.name] = reading.value;
    else problems.push(`Column “${title}”: ${reading.problem}`);
    if ("created" in reading) created.add(field.name);
  }
  return { values, created, problems };
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
