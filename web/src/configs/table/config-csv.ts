import { isUnitConfigChecked, type ConfigColumn, type ConfigRow } from "@groundcrew/shared/configs";
import { toCsv } from "@groundcrew/shared/lib";
import type { Station } from "@groundcrew/shared/stations";

/**
 * The file that Download CSV saves: the columns given, whether they are in view or not, with titles in full. A position is
 * given with its offset added, as in the table, and its title says so. Unit configs
 * are TRUE where the table checks them, which means disabled, and their headings say so.
 */
export function configCsv(columns: readonly ConfigColumn[], rows: readonly ConfigRow<Station>[]): string {
  const head = columns.map(titleInFile);
  const cells = rows.map((row) =>
    columns.map((column) => {
      const cell = column.cellOf(row);
      return typeof cell === "boolean" ? String(isUnitConfigChecked(cell)).toUpperCase() : cell;
    }),
  );
  return toCsv(head, cells);
}

function titleInFile({ kind, description, title }: ConfigColumn): string {
  if (kind === "unit_config") return `${description} (TRUE = disabled)`;
  return kind === "position" ? `${title} (position + offset)` : title;
}
