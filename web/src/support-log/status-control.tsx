import { useRef, useState, type FocusEvent, type KeyboardEvent } from "react";
import { useQueryClient } from "@tanstack/react-query";
import {
  incidentStatus,
  isIncident,
  statusChange,
  supportLogStatusLabels,
  type IncidentStatus,
  type SupportLogEntry,
} from "@groundcrew/shared/support-log";
import { IconCheck, IconChevronDown, IconReplace } from "@tabler/icons-react";
import { ResolveDialog } from "../station-errors/index.ts";
import { buttonClass, classes, ConfirmDialog, Icon, indexAfterKey, Spinner } from "../ui/index.ts";
import { StatusBadge, statusIcons } from "./badges.tsx";
import styles from "./status-control.module.css";
import { useStatusChange } from "./use-log-changes.ts";
import { entryErrorsQuery } from "./use-log.ts";

/** The status of an entry, which can be changed if it is an incident. */
export function StatusControl({ entry }: { entry: SupportLogEntry }) {
  const client = useQueryClient();
  const [unconfirmed, setUnconfirmed] = useState<IncidentStatus | null>(null);
  const [unresolved, setUnresolved] = useState<number[]>([]);
  const change = useStatusChange(entry, (status) => {
    if (status === "incident_resolved" && entry.attached_errors.length > 0) void promptToResolve();
  });

  async function promptToResolve() {
    const errors = await client.fetchQuery({ ...entryErrorsQuery(entry.id), staleTime: 0 }).catch(() => []);
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

/** The status of an incident and a menu to change it. Plain markup, because each entry of a long log has one. */
function StatusMenu({ status, busy, onPick }: StatusMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const { icon, tone } = statusIcons[status];

  function close() {
    setOpen(false);
    opener.current?.focus();
  }

  function handleBlur({ currentTarget, relatedTarget }: FocusEvent) {
    if (!currentTarget.contains(relatedTarget)) setOpen(false);
  }

  return (
    <div className={styles.container} onBlur={handleBlur}>
      <button
        ref={opener}
        type="button"
        className={classes(buttonClass("plain"), styles.button, styles[tone])}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={`Status: ${supportLogStatusLabels[status]}`}
        aria-busy={busy || undefined}
        aria-disabled={busy || undefined}
        onKeyDown={(event) => {
          if (busy || event.key !== "ArrowDown") return;
          event.preventDefault();
          setOpen(true);
        }}
        onClick={() => !busy && setOpen(!isOpen)}
      >
        {busy ? <Spinner tone="inherit" /> : <Icon icon={icon} size="s" />}
        {supportLogStatusLabels[status]}
        <Icon icon={IconChevronDown} size="s" />
      </button>
      {isOpen && <Options status={status} onClose={close} onPick={onPick} />}
    </div>
  );
}

type OptionsProps = { status: IncidentStatus; onClose: () => void; onPick: (status: IncidentStatus) => void };

function Options({ status, onClose, onPick }: OptionsProps) {
  function handleKey(event: KeyboardEvent<HTMLDivElement>) {
    if (event.key === "Tab") return;
    const items = [...event.currentTarget.querySelectorAll("button")];
    const current = items.findIndex((item) => item === document.activeElement);
    const next = items.at(indexAfterKey(event.key, { current, count: items.length, along: "list" }));
    if (event.key === "Escape") onClose();
    else if (next) next.focus();
    else return;
    event.preventDefault();
  }

  return (
    <div role="menu" aria-label="Status" tabIndex={-1} className={styles.menu} onKeyDown={handleKey}>
      {incidentStatus.options.map((option) => (
        <button
          key={option}
          ref={option === status ? showAndFocus : undefined}
          type="button"
          role="menuitemradio"
          aria-checked={option === status}
          tabIndex={-1}
          className={styles.option}
          onClick={() => {
            onClose();
            onPick(option);
          }}
        >
          <Icon icon={statusIcons[option].icon} />
          {supportLogStatusLabels[option]}
          {option === status && <Icon icon={IconCheck} size="s" />}
        </button>
      ))}
    </div>
  );
}

function showAndFocus(item: HTMLElement | null): void {
  item?.parentElement?.scrollIntoView({ block: "nearest" });
  item?.focus({ preventScroll: true });
}
