import { memo } from "react";
import { shortId } from "@groundcrew/shared/brand";
import { newRow, rowState, type SsotField } from "@groundcrew/shared/ssot";
import type { Station } from "@groundcrew/shared/stations";
import { useConsole } from "../console/index.ts";
import { webAddress } from "../lib/index.ts";
import { StationLink, titleOf } from "../station/index.ts";
import { classes } from "../ui/index.ts";
import { fieldActions, type Drafts } from "./drafts.ts";
import { EntryCell } from "./entry-cell.tsx";
import { entryKinds, type EntryKind } from "./entry-kinds.ts";
import styles from "./entry-table.module.css";
import { RowActions } from "./row-actions.tsx";
import { useDraft } from "./use-drafts.ts";

type EntryRowProps = {
  kind: EntryKind;
  station: Station;
  fields: readonly SsotField[];
  drafts: Drafts;
  canWrite: boolean;
  onSave: (station: Station) => void;
  onHistory: (station: Station) => void;
};

/** A station and what is kept about it; users with write access change it in place. */
export const EntryRow = memo((props: EntryRowProps) => {
  const { kind, station, fields, drafts, canWrite, onSave, onHistory } = props;
  const draft = useDraft(drafts, station.name);
  const latest = entryKinds[kind].latestOf(station);
  const row = draft?.row ?? newRow(latest);
  const state = rowState(row);
  const saving = draft?.saving ?? { state: "idle" };
  const title = titleOf(station);
  const actions = canWrite ? fieldActions(drafts, station.name, latest) : null;
  const isSaved = saving.state === "saved" && state === "unchanged";

  return (
    <div className={classes(styles.row, styles[state], isSaved && styles.saved)} role="presentation">
      <div role="rowheader" className={classes(styles.cell, styles.id)}>
        <DashboardId station={station} />
      </div>
      <div role="cell" className={classes(styles.cell, styles.serial)}>
        <StationLink name={station.name}>{title}</StationLink>
      </div>
      {(canWrite || kind === "ssot") && (
        <div role="cell" className={classes(styles.cell, styles.actionsCell)}>
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
});

/** The station's short id, which leads to its own dashboard where it has one. */
function DashboardId({ station }: { station: Station }) {
  const { brand } = useConsole();
  const href = webAddress(station.hexone_dashboard);
  const id = shortId(station.name, brand);
  if (href === null) return <span title={station.name}>{id}</span>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" title={`Open the dashboard of ${titleOf(station)}`}>
      {id}
    </a>
  );
}
