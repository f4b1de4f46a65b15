import { useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import {
  incidentStatus,
  isIncident,
  statusChange,
  supportLogStatusLabels,
  type IncidentStatus,
  type SupportLogEntry,
  listEntryErrors,
} from "@groundcrew/shared/support-log";
import { IconReplace } from "@tabler/icons-react";
import { ResolveDialog } from "../station-errors/index.ts";
import { ChoiceMenu, classes, ConfirmDialog } from "../ui/index.ts";
import { StatusBadge, statusIcons } from "./badges.tsx";
import styles from "./station-log.module.css";
import { useStatusChange } from "./use-log-changes.ts";
import { fetchServerData } from "../data/index.ts";

/** The status of an entry, which can be changed if it is an incident. */
export function StatusControl({ entry }: { entry: SupportLogEntry }) {
  const client = useQueryClient();
  const [unconfirmed, setUnconfirmed] = useState<IncidentStatus | null>(null);
  const [unresolved, setUnresolved] = useState<number[]>([]);
  const change = useStatusChange(entry, (status) => {
    if (status === "incident_resolved" && entry.attached_errors.length > 0) void promptToResolve();
  });

  async function promptToResolve() {
    const errors = await fetchServerData(client, listEntryErrors, { params: { entry: entry.id }, query: {} }).catch(
      () => [],
    );
    setUnresolved(errors.filter(({ time_handled }) => time_handled === null).map(({ id }) => id));
  }

  function handlePick(to: IncidentStatus) {
    const step = statusChange(entry.status, to);
    if (step === "apply") change.mutate(to);
    if (step === "confirm") setUnconfirmed(to);
  }

  if (!isIncident(entry.status)) return <StatusBadge status={entry.status} />;
  return (
    <>
      <StatusMenu status={change.pending ?? entry.status} busy={change.isPending} onPick={handlePick} />
      {unconfirmed && (
        <ConfirmDialog
          title="Confirm Status Change"
          icon={IconReplace}
          action="Change Status"
          tone="main"
          closeLabel="Cancel"
          onConfirm={() => {
            setUnconfirmed(null);
            change.mutate(unconfirmed);
          }}
          onClose={() => setUnconfirmed(null)}
        >
          {`This incident is resolved. Change its status to ${supportLogStatusLabels[unconfirmed]}?`}
        </ConfirmDialog>
      )}
      {unresolved.length > 0 && (
        <ResolveDialog
          station={entry.station_name}
          errors={unresolved}
          title="Resolve Attached Errors"
          initialSolution={`Resolved with support log entry #${entry.id}`}
          onResolved={() => setUnresolved([])}
          onClose={() => setUnresolved([])}
        />
      )}
    </>
  );
}

type StatusMenuProps = { status: IncidentStatus; busy: boolean; onPick: (status: IncidentStatus) => void };

/** The status of an incident and a menu to change it. */
function StatusMenu({ status, busy, onPick }: StatusMenuProps) {
  const { icon, tone } = statusIcons[status];
  return (
    <ChoiceMenu
      name="Status"
      icon={icon}
      labels={supportLogStatusLabels}
      iconOf={(one) => statusIcons[one].icon}
      options={incidentStatus.options}
      value={status}
      text={supportLogStatusLabels[status]}
      className={classes(styles.button, styles[tone])}
      busy={busy}
      onChange={onPick}
    />
  );
}
