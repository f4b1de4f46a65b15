import { ownValue } from "@groundcrew/shared/lib";
import {
  authorOf,
  isConflict,
  isModified,
  shownValue,
  type FieldValue,
  type SavedEntry,
  type SsotField,
  type SsotRow,
} from "@groundcrew/shared/ssot";
import { IconArrowBackUp } from "@tabler/icons-react";
import { exactMoment, momentText } from "../lib/index.ts";
import { CheckMark, classes, Icon } from "../ui/index.ts";
import styles from "./entry-field.module.css";

/** Changes a field, or reverts its change. */
export type FieldActions = { edit: (field: string, value: FieldValue) => void; revert: (field: string) => void };

type EntryFieldProps = {
  field: SsotField;
  row: SsotRow;
  /** Serial number or name of the station. */
  station: string;
  /** Null where the field is only read. */
  actions: FieldActions | null;
};

/** The control of one field, and below it what became of its saved value since it was edited. */
export function EntryField({ field, row, station, actions }: EntryFieldProps) {
  const value = shownValue(row, field.name);
  const label = `${field.label} of ${station}`;
  if (actions === null) {
    return field.kind === "flag" ? (
      <CheckMark isChecked={value === true} label={label} />
    ) : (
      <span className={styles.text}>{textOf(value)}</span>
    );
  }
  return (
    <>
      <Control field={field} value={value} label={label} onEdit={(edited) => actions.edit(field.name, edited)} />
      {isConflict(row, field.name) ? (
        <Conflict
          name={`${field.label} (${station})`}
          theirs={ownValue(row.saved ?? {}, field.name)}
          saved={row.saved}
          onRevert={() => actions.revert(field.name)}
        />
      ) : (
        field.kind !== "flag" &&
        isModified(row, field.name) && (
          <button
            type="button"
            className={styles.revert}
            aria-label={`Undo the change to ${field.label} (${station})`}
            onClick={() => actions.revert(field.name)}
          >
            <Icon icon={IconArrowBackUp} size="s" />
            Undo
          </button>
        )
      )}
    </>
  );
}

type ConflictProps = {
  /** What the field is called, for a screen reader. */
  name: string;
  theirs: FieldValue | undefined;
  saved: SavedEntry | null;
  onRevert: () => void;
};

/** What someone else saved in a field since it was edited here. */
function Conflict({ name, theirs, saved, onRevert }: ConflictProps) {
  return (
    <span className={styles.conflict}>
      <span title={saved ? exactMoment(saved.created) : undefined}>
        {`Saved by someone else: ${spelled(theirs)}${lastSave(saved)}`}
      </span>
      <button type="button" className={styles.revert} aria-label={`Use theirs for ${name}`} onClick={onRevert}>
        Use theirs
      </button>
    </span>
  );
}

/** When the entry was saved last and, for those who may know it, by whom: not always by who changed this field. */
function lastSave(saved: SavedEntry | null): string {
  if (saved === null) return "";
  const author = authorOf(saved);
  return ` (entry last saved ${momentText(saved.created)}${author === null ? "" : ` by ${author}`})`;
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
      // The label around it makes it as large as a finger needs.
      <label className={styles.boxLabel}>
        <input
          type="checkbox"
          className={styles.box}
          aria-label={label}
          checked={value === true}
          onChange={({ target }) => onEdit(target.checked)}
        />
      </label>
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
