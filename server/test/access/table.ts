import { EVERYONE, type Who } from "./people.ts";
import { TABLE } from "./statuses.ts";

/** The expected status by recipe and caller. */
export const expected: ReadonlyMap<string, ReadonlyMap<Who, number>> = readTable();

/** Name of the endpoint that a recipe belongs to. */
export function endpointOf(variant: string): string {
  return variant.replace(/ \(.*\)$/, "");
}

function readTable() {
  const rows = TABLE.split("\n").filter((line) => /^\w/.test(line));
  return new Map(rows.map(readRow));
}

function readRow(line: string) {
  const [variant = "", ...cells] = line.split(/ {2,}/);
  if (cells.length !== EVERYONE.length) throw new Error(`The row of ${variant} has ${cells.length} cells.`);
  const statusOf = (who: Who) => Number(cells[EVERYONE.indexOf(who)]);
  return [variant, new Map(EVERYONE.map((who) => [who, statusOf(who)]))] as const;
}
