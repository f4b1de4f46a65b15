import { IconAdjustments } from "@tabler/icons-react";
import { usePageValue } from "../../page/index.ts";
import { Button, ButtonGroup, PopoverButton } from "../../ui/index.ts";
import { listLook } from "./look.ts";
import styles from "./stations-page.module.css";

/** How this browser shows the list of stations. */
export function ViewMenu() {
  return (
    <PopoverButton name="View" icon={IconAdjustments}>
      <div className={`column gap-2 small max-full ${styles.look}`}>
        <LookChoice label="Colors" choice={listLook.calm} on="Calm" off="Full" />
        <LookChoice label="Rows" choice={listLook.comfortable} on="Comfortable" off="Compact" />
        <LookChoice label="Open rows" choice={listLook.panel} on="Side panel" off="In place" />
        <p className="caption muted">Kept in this browser.</p>
      </div>
    </PopoverButton>
  );
}

type LookChoiceProps = { label: string; choice: (typeof listLook)["calm"]; on: string; off: string };

function LookChoice({ label, on, off, choice }: LookChoiceProps) {
  const isOn = usePageValue(choice);
  return (
    <div className="row wrap gap-1-4">
      <span className="soft">{label}</span>
      <ButtonGroup label={label}>
        <Button aria-pressed={isOn} onClick={() => choice.set(true)}>
          {on}
        </Button>
        <Button aria-pressed={!isOn} onClick={() => choice.set(false)}>
          {off}
        </Button>
      </ButtonGroup>
    </div>
  );
}
