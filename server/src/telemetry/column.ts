import { sql, type RawBuilder } from "kysely";

/**
 * Values as one array parameter, joined by line breaks and split again by the database server: in a real array parameter every element is
 * escaped, which for a thousand snapshots costs ten times as much. No value may contain a line break or be empty.
 */
export function column(values: readonly (string | number | boolean | null)[]): RawBuilder<string[]> {
  const lines = values.map((value) => (value === null ? "" : String(value)));
  return sql<string[]>`string_to_array(${lines.join("\n")}, E'\n', '')`;
}
