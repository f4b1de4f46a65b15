import { isConflict, isModified, newRow, rowState, type SsotField } from "@groundcrew/shared/ssot";
import type { Station } from "@groundcrew/shared/stations";
import { titleOf } from "../station/index.ts";
import { classes } from "../ui/index.ts";
import { fieldActions, type Drafts } from "./drafts.ts";
import { EntryField } from "./entry-field.tsx";
import styles from "./entry-form.module.css";
import { entryKinds, type EntryKind } from "./entry-kinds.ts";
import { RowActions } from "./row-actions.tsx";
import { useDraft } from "./use-drafts.ts";

type EntryFormProps = {
  kind: EntryKind;
  station: Station;
  fields: readonly SsotField[];
  drafts: Drafts;
  canWrite: boolean;
  onSave: (station: Station) => void;
  onHistory: () => void;
};

/** A station's entry as a form with one field below the other. It shares its drafts with the table of all stations. */
export function EntryForm({ kind, station, fields, drafts, canWrite, onSave, onHistory }: EntryFormProps) {
  const draft = useDraft(drafts, station.name);
  const latest = entryKinds[kind].latestOf(station);
  const row = draft?.row ?? newRow(latest);
  const actions = canWrite ? fieldActions(drafts, station.name, latest) : null;
  return (
    <form
      aria-label={entryKinds[kind].title}
      onSubmit={(event) => {
        event.preventDefault();
        if (rowState(row) !== "unchanged") onSave(station);
      }}
    >
      <div className={styles.fields}>
        {fields.map((field) => (
          <div
            key={field.name}
            className={classes(
              styles.field,
              field.kind === "flag" && styles.flag,
              field.kind === "text" && styles.wide,
              isModified(row, field.name) && styles.edited,
              isConflict(row, field.name) && styles.conflict,
            )}
          >
            {/* The control has its own label, which includes the station. */}
            <span className={styles.label} aria-hidden>
              {field.label}
            </span>
            <EntryField field={field} row={row} station={titleOf(station)} actions={actions} />
          </div>
        ))}
      </div>
      <div className={styles.foot}>
        <RowActions
          {...{ kind, station, row, canWrite, onHistory }}
          saving={draft?.saving ?? { state: "idle" }}
          onSave={() => onSave(station)}
        />
      </div>
    </form>
  );
}
