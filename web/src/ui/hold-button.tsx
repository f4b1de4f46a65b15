import { useEffect, useEffectEvent, useState, type KeyboardEvent, type PointerEvent } from "react";
import type { Icon as TablerIcon } from "@tabler/icons-react";
import { buttonClass } from "./button.tsx";
import { classes } from "./classes.ts";
import styles from "./special-buttons.module.css";
import { Icon } from "./icon.tsx";
import { Spinner } from "./spinner.tsx";

/** How long the button must be held (specification, section 9); the animation's style has the same value. */
const HOLD_MS = 2_000;

type HoldButtonProps = {
  label: string;
  icon: TablerIcon;
  /** The action of holding it, for screen readers; follows the label. */
  hint: string;
  isOn: boolean;
  busy: boolean;
  onHeld: () => void;
};

/** A button that acts after it was held for two seconds, with the pointer or a key. A fill shows the progress. */
export function HoldButton({ label, icon, hint, isOn, busy, onHeld }: HoldButtonProps) {
  const [isHeld, setHeld] = useState(false);
  const finish = useEffectEvent(() => {
    setHeld(false);
    onHeld();
  });

  useEffect(() => {
    if (!isHeld) return;
    const timer = setTimeout(() => finish(), HOLD_MS);
    return () => clearTimeout(timer);
  }, [isHeld]);

  function handleKey(event: KeyboardEvent) {
    if (event.key !== " " && event.key !== "Enter") return;
    event.preventDefault();
    // Holding a key repeats the event, even after the time has run out.
    if (!event.repeat) setHeld(event.type === "keydown" && !busy);
  }

  const release = () => setHeld(false);
  return (
    <button
      type="button"
      className={classes(
        "clip relative",
        buttonClass(isOn ? "selected" : "plain"),
        styles.holdButton,
        isHeld && styles.held,
      )}
      aria-label={`${label}: ${hint}`}
      aria-busy={busy || undefined}
      // Not disabled, since a button that is held with a key would lose the focus.
      aria-disabled={busy || undefined}
      title={hint}
      onPointerDown={({ button }: PointerEvent) => setHeld(button === 0 && !busy)}
      onPointerUp={release}
      onPointerLeave={release}
      onPointerCancel={release}
      onBlur={release}
      onKeyDown={handleKey}
      onKeyUp={handleKey}
      onContextMenu={(event) => isHeld && event.preventDefault()}
    >
      <span className="row gap-1h relative">
        {busy ? <Spinner tone="inherit" /> : <Icon icon={icon} size="s" />}
        {label}
      </span>
    </button>
  );
}
