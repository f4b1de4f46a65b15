import { useRef, useState, type FocusEvent, type KeyboardEvent } from "react";
import { incidentStatus, supportLogStatusLabels, type IncidentStatus } from "@groundcrew/shared/support-log";
import { IconCheck, IconChevronDown } from "@tabler/icons-react";
import { buttonClass, classes, Icon, indexAfterKey, Spinner } from "../ui/index.ts";
import { entrySigns } from "./entry-signs.ts";
import styles from "./status-menu.module.css";

type StatusMenuProps = { status: IncidentStatus; busy: boolean; onPick: (status: IncidentStatus) => void };

/** The status of an incident and a menu to change it. Plain markup, because each entry of a long log has one. */
export function StatusMenu({ status, busy, onPick }: StatusMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const { icon, tone } = entrySigns[status];

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
    const at = items.findIndex((item) => item === document.activeElement);
    const next = items.at(indexAfterKey(event.key, { at, count: items.length, along: "list" }));
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
          <Icon icon={entrySigns[option].icon} />
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
