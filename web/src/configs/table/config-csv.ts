import { isUnitConfigChecked, type ConfigColumn, type ConfigRow } from "@groundcrew/shared/configs";
import { toCsv } from "@groundcrew/shared/lib";
import type { Station } from "@groundcrew/shared/stations";

/**
 * The content of the file that Download CSV saves: the given columns, visible or not, with full titles. A position includes its offset, as
 * in the table. Unit configs are TRUE where the table checks them, which means disabled; their titles say so.
 */
export function configCsv(columns: readonly ConfigColumn[], rows: readonly ConfigRow<Station>[]): string {
  const head = columns.map(csvTitle);
  const cells = rows.map((row) =>
    columns.map((column) => {
      const cell = column.cellOf(row);
      return typeof cell === "boolean" ? String(isUnitConfigChecked(cell)).toUpperCase() : cell;
    }),
  );
  return toCsv(head, cells);
}

function csvTitle({ kind, description, title }: ConfigColumn): string {
  if (kind === "unit_config") return `${description} (TRUE = disabled)`;
  return kind === "position" ? `${title} (position + offset)` : title;
}
