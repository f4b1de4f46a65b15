import { IconLock } from "@tabler/icons-react";
import { Icon } from "./icon.tsx";
import styles from "./fields.module.css";

type SwitchProps = {
  label: string;
  checked: boolean;
  /** Why it cannot be changed; null if it can. */
  lock: string | null;
  onChange: (checked: boolean) => void;
};

/** A switch. A locked one shows a lock with the reason. */
export function Switch({ label, checked, lock, onChange }: SwitchProps) {
  return (
    <span className="middle inline-row gap-2 muted">
      <input
        type="checkbox"
        role="switch"
        className={`pointer rounded rigid surface m-0 relative ${styles.switch}`}
        aria-label={label}
        title={lock ?? undefined}
        checked={checked}
        aria-checked={checked}
        disabled={lock !== null}
        onChange={() => onChange(!checked)}
      />
      {lock !== null && <Icon icon={IconLock} label={lock} />}
    </span>
  );
}
