import { uniformColumns } from "./compare.ts";
import type { ConfigColumn } from "./columns.ts";
import type { ConfigRow } from "./rows.ts";

type GroupedColumn = Pick<ConfigColumn, "key" | "group">;

/** Columns hidden by default (specification, section 2, "Station Config table"). */
const HIDDEN_BY_DEFAULT = new Set(["description", "timestamp"]);

/** The columns hidden by default. */
export function hiddenAtFirst(columns: readonly GroupedColumn[]): Set<string> {
  return new Set(columns.map(({ key }) => key).filter((key) => HIDDEN_BY_DEFAULT.has(key)));
}

/** The query key with the visible columns of a column group, such as `ssot-unit-configs`. */
export function columnGroupKey(group: string): string {
  return `ssot-${group.toLowerCase().replaceAll(" ", "-")}`;
}

/**
 * The visible columns of every group that differs from the default, as a query. The value is empty when all columns of a group are hidden.
 */
export function hiddenColumnsToQuery(
  columns: readonly GroupedColumn[],
  hidden: ReadonlySet<string>,
): Record<string, string> {
  const visible = encodeVisible(columns, hidden);
  const defaults = new Map(encodeVisible(columns, hiddenAtFirst(columns)));
  return Object.fromEntries(visible.filter(([key, value]) => defaults.get(key) !== value));
}

/** Reads the hidden columns from a query. Groups that the query does not have keep their default; unknown columns are ignored. */
export function hiddenColumnsFromQuery(
  columns: readonly GroupedColumn[],
  query: Readonly<Record<string, unknown>>,
): Set<string> {
  const defaults = hiddenAtFirst(columns);
  const isHidden = ({ key, group }: GroupedColumn) => {
    const value = query[columnGroupKey(group)];
    return typeof value === "string" ? !value.split(",").includes(encodeKey(key)) : defaults.has(key);
  };
  return new Set(columns.filter(isHidden).map(({ key }) => key));
}

function encodeVisible(columns: readonly GroupedColumn[], hidden: ReadonlySet<string>): [string, string][] {
  const groups = Map.groupBy(columns, ({ group }) => columnGroupKey(group));
  return [...groups].map(([key, columns]) => [
    key,
    columns
      .filter((column) => !hidden.has(column.key))
      .map((column) => encodeKey(column.key))
      .join(","),
  ]);
}

/** Escapes the comma, which separates keys. */
function encodeKey(key: string): string {
  return key.replaceAll("%", "%25").replaceAll(",", "%2C");
}

/** Which columns to show besides those that differ. */
export type ColumnOptions = { hidden: ReadonlySet<string>; showUniform: boolean; showUnused: boolean };

/**
 * The visible columns: those not hidden, without unused unit configs and without columns identical in all rows unless the options include
 * them. A single row shows identical columns too, and the Station group is always shown.
 */
export function shownColumns(
  columns: readonly ConfigColumn[],
  rows: readonly ConfigRow[],
  { hidden, showUniform, showUnused }: ColumnOptions,
): ConfigColumn[] {
  const candidates = columns.filter(({ key, isUsed }) => !hidden.has(key) && (isUsed || showUnused));
  if (showUniform || rows.length <= 1) return candidates;
  const compared = candidates.filter(({ kind }) => kind !== "meta");
  const uniform = new Set(uniformColumns(rows, compared));
  return candidates.filter((column) => !uniform.has(column));
}
