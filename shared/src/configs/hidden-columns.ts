import { uniformColumns } from "./compare.ts";
import type { ConfigColumn } from "./columns.ts";
import type { ConfigRow } from "./rows.ts";

type Named = Pick<ConfigColumn, "key" | "group">;

/** Columns hidden until someone shows them (specification, section 2, "Station Config table"). */
const HIDDEN_AT_FIRST = new Set(["description", "timestamp"]);

/** The columns hidden when the table opens. */
export function hiddenAtFirst(columns: readonly Named[]): Set<string> {
  return new Set(columns.map(({ key }) => key).filter((key) => HIDDEN_AT_FIRST.has(key)));
}

/** The query key that holds the visible columns of a column group: `ssot-unit-configs`. */
export function columnGroupKey(group: string): string {
  return `ssot-${group.toLowerCase().replaceAll(" ", "-")}`;
}

/**
 * The visible columns of every group that differs from how the table opens, as a query. A group that is all hidden is
 * empty.
 */
export function hiddenColumnsToQuery(columns: readonly Named[], hidden: ReadonlySet<string>): Record<string, string> {
  const spelled = spellVisible(columns, hidden);
  const usual = new Map(spellVisible(columns, hiddenAtFirst(columns)));
  return Object.fromEntries(spelled.filter(([key, value]) => usual.get(key) !== value));
}

/**
 * Reads which columns are hidden. Groups the query does not name are as when the table opens; unknown columns are
 * ignored.
 */
export function hiddenColumnsFromQuery(
  columns: readonly Named[],
  query: Readonly<Record<string, unknown>>,
): Set<string> {
  const usual = hiddenAtFirst(columns);
  const isHidden = ({ key, group }: Named) => {
    const value = query[columnGroupKey(group)];
    return typeof value === "string" ? !value.split(",").includes(spell(key)) : usual.has(key);
  };
  return new Set(columns.filter(isHidden).map(({ key }) => key));
}

function spellVisible(columns: readonly Named[], hidden: ReadonlySet<string>): [string, string][] {
  const groups = Map.groupBy(columns, ({ group }) => columnGroupKey(group));
  return [...groups].map(([key, columns]) => [
    key,
    columns
      .filter((column) => !hidden.has(column.key))
      .map((column) => spell(column.key))
      .join(","),
  ]);
}

/** A column's key without the character that separates keys. */
function spell(key: string): string {
  return key.replaceAll("%", "%25").replaceAll(",", "%2C");
}

/** What someone wants to see beyond what differs. */
export type ColumnOptions = { hidden: ReadonlySet<string>; showUniform: boolean; showUnused: boolean };

/**
 * The columns to show: those not hidden, without unused unit configs and without columns identical in all rows unless
 * asked for. A single row shows identical columns too, and what tells stations apart always stays.
 */
export function shownColumns(
  columns: readonly ConfigColumn[],
  rows: readonly ConfigRow[],
  { hidden, showUniform, showUnused }: ColumnOptions,
): ConfigColumn[] {
  const wanted = columns.filter(({ key, isUsed }) => !hidden.has(key) && (isUsed || showUnused));
  if (showUniform || rows.length <= 1) return wanted;
  const compared = wanted.filter(({ kind }) => kind !== "meta");
  const uniform = new Set(uniformColumns(rows, compared));
  return wanted.filter((column) => !uniform.has(column));
}
