import { isConflict, isModified, type SsotField, type SsotRow } from "@groundcrew/shared/ssot";
import { classes } from "../ui/index.ts";
import { EntryField, type FieldActions } from "./entry-field.tsx";
import styles from "./entry-table.module.css";

type EntryCellProps = { field: SsotField; row: SsotRow; station: string; actions: FieldActions | null };

const MODIFIED = "This value has been modified from the latest revision";

/** The cell of a station's field; edited cells are highlighted. */
export function EntryCell({ field, row, station, actions }: EntryCellProps) {
  const isEdited = isModified(row, field.name);
  return (
    <div
      role="cell"
      className={classes(
        styles.cell,
        field.kind === "flag" && styles.flag,
        isEdited && styles.edited,
        isConflict(row, field.name) && styles.conflict,
      )}
      data-label={field.label}
      title={isEdited ? MODIFIED : undefined}
    >
      <EntryField {...{ field, row, station, actions }} />
    </div>
  );
}
