import { isUnitConfigChecked, type ConfigColumn, type ConfigRow } from "@groundcrew/shared/configs";
import { toCsv } from "@groundcrew/shared/lib";
import type { Station } from "@groundcrew/shared/stations";

/**
 * The file that Download CSV saves: the columns given, whether they are in view or not, with titles in full. Unit configs
 * are TRUE where the table checks them, which means switched off.
 */
export function configCsv(columns: readonly ConfigColumn[], rows: readonly ConfigRow<Station>[]): string {
  const head = columns.map(({ kind, about, title }) => (kind === "unit_config" ? about : title));
  const cells = rows.map((row) =>
    columns.map((column) => {
      const cell = column.cellOf(row);
      return typeof cell === "boolean" ? String(isUnitConfigChecked(cell)).toUpperCase() : cell;
    }),
  );
  return toCsv(head, cells);
}
