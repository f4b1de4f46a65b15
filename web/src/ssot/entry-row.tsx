import { isConflict, isModified, newRow, rowState, type SsotField, type SsotRow } from "@groundcrew/shared/ssot";
import type { Station } from "@groundcrew/shared/stations";
import { DashboardName, StationLink, stationTitle } from "../station/index.ts";
import { classes } from "../ui/index.ts";
import { fieldActions, type Drafts } from "./drafts.ts";
import { EntryField, type FieldActions } from "./entry-field.tsx";
import { entryKinds, type EntryKind } from "./entry-kinds.ts";
import styles from "./entry-table.module.css";
import { RowActions } from "./row-actions.tsx";
import { useDraft } from "./use-drafts.tsx";

type EntryRowProps = {
  kind: EntryKind;
  station: Station;
  fields: readonly SsotField[];
  drafts: Drafts;
  canWrite: boolean;
  onSave: (station: Station) => void;
  onHistory: (station: Station) => void;
};

/** A station and its entry, which can be edited in place with the right permissions. */
export function EntryRow(props: EntryRowProps) {
  const { kind, station, fields, drafts, canWrite, onSave, onHistory } = props;
  const draft = useDraft(drafts, station.name);
  const latest = entryKinds[kind].latestOf(station);
  const row = draft?.row ?? newRow(latest);
  const state = rowState(row);
  const saving = draft?.saving ?? { state: "idle" };
  const title = stationTitle(station);
  const actions = canWrite ? fieldActions(drafts, station.name, latest) : null;
  const isSaved = saving.state === "saved" && state === "unchanged";

  return (
    <div
      className={classes("grid border-below", styles.row, styles[state], isSaved && styles.saved)}
      role="presentation"
    >
      <div role="rowheader" className={classes("column relative justify-center min-0", styles.cell, styles.id)}>
        <DashboardName station={station} />
      </div>
      <div role="cell" className={classes("column relative justify-center min-0 strong", styles.cell, styles.serial)}>
        <StationLink name={station.name}>{title}</StationLink>
      </div>
      {(canWrite || kind === "ssot") && (
        <div role="cell" className={classes("column relative justify-center min-0", styles.cell, styles.actionsCell)}>
          <RowActions
            {...{ kind, station, row, saving, canWrite }}
            onSave={() => onSave(station)}
            onHistory={() => onHistory(station)}
          />
        </div>
      )}
      {fields.map((field) => (
        <EntryCell key={field.name} field={field} row={row} station={title} actions={actions} />
      ))}
    </div>
  );
}

type EntryCellProps = { field: SsotField; row: SsotRow; station: string; actions: FieldActions | null };

const MODIFIED = "This value has been modified from the latest revision";

/** The cell of a station's field; edited cells are highlighted. */
function EntryCell({ field, row, station, actions }: EntryCellProps) {
  const isEdited = isModified(row, field.name);
  return (
    <div
      role="cell"
      className={classes(
        "column relative justify-center min-0",
        styles.cell,
        field.kind === "flag" && "align-center text-center",
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
