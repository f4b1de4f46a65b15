import { rowState, type SsotRow } from "@groundcrew/shared/ssot";
import type { Station } from "@groundcrew/shared/stations";
import {
  IconAlertCircle,
  IconAlertTriangle,
  IconCircleCheck,
  IconDeviceFloppy,
  IconHistory,
  IconPencil,
  IconPlus,
  type Icon as TablerIcon,
} from "@tabler/icons-react";
import { stationTitle } from "../station/index.ts";
import { Button, buttonClass, classes, Icon } from "../ui/index.ts";
import type { Draft } from "./drafts.ts";
import type { EntryKind } from "./entry-kinds.ts";
import styles from "./entry-table.module.css";

type RowActionsProps = {
  kind: EntryKind;
  station: Station;
  row: SsotRow;
  saving: Draft["saving"];
  canWrite: boolean;
  onSave: () => void;
  onHistory: () => void;
};

/** A row's actions and state. */
export function RowActions({ kind, station, row, saving, canWrite, onSave, onHistory }: RowActionsProps) {
  const isChanged = rowState(row) !== "unchanged";
  const isNew = row.saved === null;
  const action = isNew ? "Add" : "Save";
  const history = `SSoT history of ${stationTitle(station)}`;
  return (
    <div className={`row wrap ${styles.actions}`}>
      {canWrite && (
        <Button
          tone={isChanged ? "main" : "plain"}
          icon={isNew ? IconPlus : IconDeviceFloppy}
          aria-label={`${action} ${stationTitle(station)}`}
          busy={saving.state === "saving"}
          disabled={!isChanged}
          onClick={onSave}
        >
          <span className="visually-hidden-medium">{action}</span>
        </Button>
      )}
      {kind === "ssot" && (
        <button
          type="button"
          className={buttonClass("plain", "icon")}
          aria-label={history}
          title={history}
          onClick={onHistory}
        >
          <Icon icon={IconHistory} />
        </button>
      )}
      <RowNote row={row} saving={saving} />
    </div>
  );
}

type Note = { icon: TablerIcon; text: string; className: string | undefined };

function RowNote({ row, saving }: { row: SsotRow; saving: Draft["saving"] }) {
  const note = rowNote(row, saving);
  return (
    <output className={classes("row gap-1h caption strong", styles.note, note?.className)} title={note?.text}>
      {note && (
        <>
          <Icon icon={note.icon} size="s" />
          {note.text}
        </>
      )}
    </output>
  );
}

function rowNote(row: SsotRow, saving: Draft["saving"]): Note | null {
  const state = rowState(row);
  if (state === "outdated") {
    return { icon: IconAlertTriangle, text: "(Note: there are new changes)", className: "warn" };
  }
  if (saving.state === "failed") {
    return { icon: IconAlertCircle, text: saving.sentence, className: "danger" };
  }
  if (state === "edited") return { icon: IconPencil, text: "Unsaved changes", className: "accent" };
  if (saving.state === "saved") return { icon: IconCircleCheck, text: "Saved", className: "ok" };
  return null;
}
