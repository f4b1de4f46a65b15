import { EVERYONE, type Who } from "./people.ts";

/** The statuses of a table, by variant and caller. */
export function readTable(table: string) {
  const rows = table.split("\n").filter((line) => /^\w/.test(line));
  return new Map(rows.map(readRow));
}

function readRow(line: string) {
  const [variant = "", ...cells] = line.split(/ {2,}/);
  if (cells.length !== EVERYONE.length) throw new Error(`The row of ${variant} has ${cells.length} cells.`);
  const statusOf = (who: Who) => Number(cells[EVERYONE.indexOf(who)]);
  return [variant, new Map(EVERYONE.map((who) => [who, statusOf(who)]))] as const;
}

/** Name of the endpoint that a recipe belongs to. */
export function endpointOf(variant: string): string {
  return variant.replace(/ \(.*\)$/, "");
}
