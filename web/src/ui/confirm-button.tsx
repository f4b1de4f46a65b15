import { useEffect, useState, type KeyboardEvent, type MouseEvent } from "react";
import { UI_DELAYS_MS } from "@groundcrew/shared/lib";
import { IconAlertTriangle, type Icon as TablerIcon } from "@tabler/icons-react";
import { buttonClass } from "./button.tsx";
import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";
import styles from "./special-buttons.module.css";
import { Spinner } from "./spinner.tsx";
import { StatusLine } from "./text.tsx";

const QUESTION = "Are You Sure?";

type ConfirmButtonProps = {
  label: string;
  /** The object of the action, read out after the label, unless the label names it. */
  target?: string;
  /** The action of the second press, if the sentence needs other words than the label. */
  action?: string | undefined;
  icon?: TablerIcon;
  /** A plain one is as wide as its label and looks like other buttons until it asks. */
  tone?: "danger" | "plain";
  busy: boolean;
  onConfirm: () => void;
};

/** A button for an irreversible action: the first press asks, a second one within three seconds does it. */
export function ConfirmButton({
  label,
  target,
  action = label.toLowerCase(),
  icon,
  tone = "danger",
  busy,
  onConfirm,
}: ConfirmButtonProps) {
  const [isConfirming, setConfirming] = useState(false);
  const shown = isConfirming ? IconAlertTriangle : icon;
  const named = target === undefined ? label : `${label} ${target}`;

  useEffect(() => {
    if (!isConfirming) return;
    const timer = setTimeout(() => setConfirming(false), UI_DELAYS_MS.confirm_button);
    return () => clearTimeout(timer);
  }, [isConfirming]);

  function handleClick({ detail }: MouseEvent) {
    // A double click counts as one press.
    if (busy || detail > 1) return;
    if (isConfirming) onConfirm();
    setConfirming(!isConfirming);
  }

  return (
    <>
      <button
        type="button"
        className={classes(
          "clip relative middle",
          buttonClass("plain"),
          styles.button,
          tone === "danger" && styles.danger,
          isConfirming && styles.asking,
        )}
        aria-label={isConfirming ? `${QUESTION} ${named}` : named}
        aria-busy={busy || undefined}
        aria-disabled={busy || undefined}
        data-widest={tone === "plain" || label.length > QUESTION.length ? label : QUESTION}
        onKeyDown={ignoreRepeats}
        onClick={handleClick}
      >
        <span className={`row justify-center gap-1h ${styles.content}`}>
          {busy ? <Spinner tone="inherit" /> : shown && <Icon icon={shown} />}
          {isConfirming ? QUESTION : label}
        </span>
      </button>
      <StatusLine>
        {isConfirming ? `Press again within 3 seconds to ${[action, target].filter(Boolean).join(" ")}.` : ""}
      </StatusLine>
    </>
  );
}

/** Holding a key counts as one press. */
function ignoreRepeats(event: KeyboardEvent): void {
  if (event.repeat) event.preventDefault();
}
