import {
  isConflict,
  isModified,
  shownValue,
  type FieldValue,
  type SsotField,
  type SsotRow,
} from "@groundcrew/shared/ssot";
import { ownValue } from "@groundcrew/shared/lib";
import { CheckMark, classes } from "../ui/index.ts";
import styles from "./entry-table.module.css";

type EntryCellProps = {
  field: SsotField;
  row: SsotRow;
  /** Serial number or name of the station. */
  station: string;
  /** Without it the cell is only read. */
  onEdit?: ((value: FieldValue) => void) | undefined;
};

const MODIFIED = "This value has been modified from the latest revision";

/** One field of a station. An edited one is marked, and says what someone else made of it meanwhile. */
export function EntryCell({ field, row, station, onEdit }: EntryCellProps) {
  const value = shownValue(row, field.name);
  const isEdited = isModified(row, field.name);
  const theirs = isConflict(row, field.name) ? ownValue(row.saved ?? {}, field.name) : undefined;
  const hasConflict = isConflict(row, field.name);
  const label = `${field.label} of ${station}`;
  return (
    <div
      role="cell"
      className={classes(
        styles.cell,
        field.kind === "flag" && styles.flag,
        isEdited && styles.edited,
        hasConflict && styles.conflict,
      )}
      title={isEdited ? MODIFIED : undefined}
    >
      {onEdit ? (
        <Control field={field} value={value} label={label} onEdit={onEdit} />
      ) : field.kind === "flag" ? (
        <CheckMark isChecked={value === true} label={label} />
      ) : (
        <span className={styles.text}>{textOf(value)}</span>
      )}
      {hasConflict && <span className={styles.theirs}>{`Saved meanwhile: ${spelled(theirs)}`}</span>}
    </div>
  );
}

type ControlProps = {
  field: SsotField;
  value: FieldValue | undefined;
  label: string;
  onEdit: (value: FieldValue) => void;
};

function Control({ field, value, label, onEdit }: ControlProps) {
  if (field.kind === "flag") {
    return (
      <input
        type="checkbox"
        className={styles.box}
        aria-label={label}
        checked={value === true}
        onChange={({ target }) => onEdit(target.checked)}
      />
    );
  }
  const text = textOf(value);
  return (
    <textarea
      className={classes(styles.area, field.kind === "line" && styles.line)}
      aria-label={label}
      rows={field.kind === "line" ? 1 : text.split("\n").length}
      spellCheck={false}
      value={text}
      onChange={({ target }) => onEdit(target.value)}
    />
  );
}

function textOf(value: FieldValue | undefined): string {
  return value === undefined || value === false ? "" : String(value);
}

function spelled(value: FieldValue | undefined): string {
  if (typeof value === "boolean") return value ? "on" : "off";
  return value === undefined || value === "" ? "empty" : value;
}
