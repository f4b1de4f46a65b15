import { toCsv } from "@groundcrew/shared/lib";
import { newRow, shownValue, type SsotField } from "@groundcrew/shared/ssot";
import type { Station } from "@groundcrew/shared/stations";
import { entryKinds, type EntryKind } from "./entry-kinds.ts";

type CsvTable = { stations: readonly Station[]; fields: readonly SsotField[]; idOf: (station: Station) => string };

/** The content of the file that Download CSV saves: what is saved on the server, without unsaved edits. */
export function entriesCsv(kind: EntryKind, { stations, fields, idOf }: CsvTable): string {
  const head = ["Dashboard ID", "Serial Number", ...fields.map(({ label }) => label)];
  const rows = stations.map((station) => {
    const row = newRow(entryKinds[kind].latestOf(station));
    const cells = fields.map((field) => {
      const value = shownValue(row, field.name);
      return field.kind === "flag" ? String(value === true).toUpperCase() : value;
    });
    return [idOf(station), station.serial_number, ...cells];
  });
  return toCsv(head, rows);
}
