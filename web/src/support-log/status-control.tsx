import { useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import {
  isIncident,
  statusChange,
  supportLogStatusLabels,
  type IncidentStatus,
  type SupportLogEntry,
} from "@groundcrew/shared/support-log";
import { IconReplace } from "@tabler/icons-react";
import { ResolveDialog } from "../station-errors/index.ts";
import { Button, Dialog } from "../ui/index.ts";
import { StatusMark } from "./status-mark.tsx";
import { StatusMenu } from "./status-menu.tsx";
import { entryErrorsQuery } from "./use-log.ts";
import { useStatusChange } from "./use-log-changes.ts";

/** The status of an entry, which can be changed if it is an incident. */
export function StatusControl({ entry }: { entry: SupportLogEntry }) {
  const client = useQueryClient();
  const [unconfirmed, setUnconfirmed] = useState<IncidentStatus | null>(null);
  const [unresolved, setUnresolved] = useState<number[]>([]);
  const change = useStatusChange(entry, (status) => {
    if (status === "incident_resolved" && entry.attached_errors.length > 0) void offerToResolve();
  });

  async function offerToResolve() {
    const errors = await client.fetchQuery({ ...entryErrorsQuery(entry.id), staleTime: 0 }).catch(() => []);
    setUnresolved(errors.filter(({ time_handled }) => time_handled === null).map(({ id }) => id));
  }

  function handlePick(to: IncidentStatus) {
    const step = statusChange(entry.status, to);
    if (step === "apply") change.mutate(to);
    if (step === "confirm") setUnconfirmed(to);
  }

  if (!isIncident(entry.status)) return <StatusMark status={entry.status} />;
  return (
    <>
      <StatusMenu status={change.pending ?? entry.status} busy={change.isPending} onPick={handlePick} />
      {unconfirmed && (
        <ConfirmDialog
          to={unconfirmed}
          onConfirm={() => {
            setUnconfirmed(null);
            change.mutate(unconfirmed);
          }}
          onClose={() => setUnconfirmed(null)}
        />
      )}
      {unresolved.length > 0 && (
        <ResolveDialog
          station={entry.station_name}
          errors={unresolved}
          title="Resolve Attached Errors"
          proposal={`Resolved with support log entry #${entry.id}`}
          onResolved={() => setUnresolved([])}
          onClose={() => setUnresolved([])}
        />
      )}
    </>
  );
}

type ConfirmDialogProps = { to: IncidentStatus; onConfirm: () => void; onClose: () => void };

/** Asks before a resolved incident is reopened. */
function ConfirmDialog({ to, onConfirm, onClose }: ConfirmDialogProps) {
  return (
    <Dialog
      title="Confirm Status Change"
      icon={IconReplace}
      size="form"
      closeLabel="Cancel"
      footer={
        <Button tone="main" data-autofocus onClick={onConfirm}>
          Change Status
        </Button>
      }
      onClose={onClose}
    >
      {`This incident is resolved. Change its status to ${supportLogStatusLabels[to]}?`}
    </Dialog>
  );
}
