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
import styles from "./entry-table.module.css";

/** Edits a field, or reverts the edit. */
export type FieldActions = { edit: (field: string, value: FieldValue) => void; revert: (field: string) => void };

type EntryFieldProps = {
  field: SsotField;
  row: SsotRow;
  /** The station's serial number or name. */
  station: string;
  /** Null for a read-only field. */
  actions: FieldActions | null;
};

/** A field's control and, after an edit, the option to undo it or the conflicting saved value. */
export function EntryField({ field, row, station, actions }: EntryFieldProps) {
  const value = shownValue(row, field.name);
  const label = `${field.label} of ${station}`;
  if (actions === null) {
    return field.kind === "flag" ? (
      <CheckMark isChecked={value === true} label={label} />
    ) : (
      <span className="pre-wrap anywhere">{inputText(value)}</span>
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
            className={`px-1 inline-row gap-1 accent bare underlined ${styles.revert}`}
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
  /** The field's label for screen readers. */
  name: string;
  theirs: FieldValue | undefined;
  saved: SavedEntry | null;
  onRevert: () => void;
};

/** The value that someone else saved after the field was edited here. */
function Conflict({ name, theirs, saved, onRevert }: ConflictProps) {
  return (
    <span className="pre-wrap anywhere caption warn mt-2">
      <span title={saved ? exactMoment(saved.created) : undefined}>
        {`Saved by someone else: ${valueText(theirs)}${lastSave(saved)}`}
      </span>
      <button
        type="button"
        className={`px-1 inline-row gap-1 accent bare underlined ${styles.revert}`}
        aria-label={`Use theirs for ${name}`}
        onClick={onRevert}
      >
        Use theirs
      </button>
    </span>
  );
}

/** When the entry was last saved and, for users who may know, by whom: not necessarily who changed this field. */
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
      // The label makes the touch target large enough.
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
  const text = inputText(value);
  return (
    <textarea
      className={classes(
        "rounded-sm full-width default surface",
        styles.area,
        field.kind === "line" && `nowrap clip ${styles.line}`,
      )}
      aria-label={label}
      rows={field.kind === "line" ? 1 : text.split("\n").length}
      spellCheck={false}
      value={text}
      onChange={({ target }) => onEdit(target.value)}
    />
  );
}

function inputText(value: FieldValue | undefined): string {
  return value === undefined || value === false ? "" : String(value);
}

function valueText(value: FieldValue | undefined): string {
  if (typeof value === "boolean") return value ? "on" : "off";
  return value === undefined || value === "" ? "empty" : value;
}
