import { useMemo, useState } from "react";
import type { SessionUser } from "@groundcrew/shared/sessions";
import { isConflict, isModified, newRow, rowState, type SsotField } from "@groundcrew/shared/ssot";
import { type Station } from "@groundcrew/shared/stations";
import { ConfigHistoryTable, RowDialogs, type RowDialog } from "../configs/index.ts";
import { Loaded } from "../kit/index.ts";
import { useStationTypes, stationTitle, useStation } from "../station/index.ts";
import { Card, classes } from "../ui/index.ts";
import { DraftsGuard, useDraft, useDrafts } from "./use-drafts.tsx";
import { fieldActions, type Drafts } from "./drafts.ts";
import { EntryField } from "./entry-field.tsx";
import { entryKinds, type EntryKind } from "./entry-kinds.ts";
import { HistoryDialog } from "./history-dialog.tsx";
import { RowActions } from "./row-actions.tsx";
import styles from "./entry-table.module.css";

type StationSsotTabProps = { station: Station; user: SessionUser };

/** The SSoT tab of a station, for admins: its configurations, hardware variation and replaceables. */
export function StationSsotTab({ station, user }: StationSsotTabProps) {
  const [open, setOpen] = useState<RowDialog | null>(null);
  const query = useStation(station.name);
  return (
    <div className="column gap-4 min-0">
      <Card title="Station Config">
        <ConfigHistoryTable station={station} onOpen={setOpen} />
      </Card>
      <Loaded query={query} content="the SSoT data">
        {(entries) => (
          <>
            <Entries kind="ssot" station={entries} user={user} />
            <Entries kind="replaceables" station={entries} user={user} />
          </>
        )}
      </Loaded>
      <RowDialogs open={open} isAdmin={user.can_admin} onClose={() => setOpen(null)} />
    </div>
  );
}

type EntriesProps = { kind: EntryKind; station: Station; user: SessionUser };

function Entries({ kind, station, user }: EntriesProps) {
  const stations = useMemo(() => new Map([[station.name, station]]), [station]);
  const visible = useMemo(() => [station], [station]);
  const { drafts, save } = useDrafts({ user, kind, stations });
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  const { latestOf, fieldsOf, title } = entryKinds[kind];
  const latest = latestOf(station);
  return (
    <Card title={title}>
      <DraftsGuard {...{ kind, drafts, stations, visible }} />
      <Loaded query={useStationTypes()} content={title}>
        {({ [station.station_type]: metadata }) => (
          <>
            <EntryForm
              {...{ kind, station, drafts }}
              fields={fieldsOf(metadata, latest === null ? [] : [latest])}
              canWrite={user.can_admin}
              onSave={save}
              onHistory={() => setHistoryOpen(true)}
            />
            {isHistoryOpen && (
              <HistoryDialog station={station} metadata={metadata} onClose={() => setHistoryOpen(false)} />
            )}
          </>
        )}
      </Loaded>
    </Card>
  );
}

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
function EntryForm({ kind, station, fields, drafts, canWrite, onSave, onHistory }: EntryFormProps) {
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
      <div className={`grid ${styles.fields}`}>
        {fields.map((field) => (
          <div
            key={field.name}
            className={classes(
              "flex gap-1 min-0",
              styles.field,
              field.kind === "flag" && `wrap justify-end ${styles.flag}`,
              field.kind === "text" && styles.wide,
              isModified(row, field.name) && styles.formEdited,
              isConflict(row, field.name) && styles.formConflict,
            )}
          >
            {/* The control has its own label, which includes the station. */}
            <span className={`soft ${styles.label}`} aria-hidden>
              {field.label}
            </span>
            <EntryField field={field} row={row} station={stationTitle(station)} actions={actions} />
          </div>
        ))}
      </div>
      <div className="mt-4">
        <RowActions
          {...{ kind, station, row, canWrite, onHistory }}
          saving={draft?.saving ?? { state: "idle" }}
          onSave={() => onSave(station)}
        />
      </div>
    </form>
  );
}
