import { useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { Popover } from "@mantine/core";
import { IconHelpCircle } from "@tabler/icons-react";
import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";
import styles from "./menus.module.css";

type HelpPopoverProps = { label: string; className?: string | undefined; children: ReactNode };

/** A question mark that opens a short explanation. The focus stays on it, so Escape closes the explanation. */
export function HelpPopover({ label, className, children }: HelpPopoverProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  function handleKey(event: KeyboardEvent) {
    if (event.key !== "Escape" || !isOpen) return;
    // A surrounding dialog stays open.
    event.preventDefault();
    setOpen(false);
    button.current?.focus();
  }

  return (
    <Popover position="bottom-end" shadow="none" opened={isOpen} onChange={setOpen}>
      <Popover.Target>
        <button
          ref={button}
          type="button"
          className={className}
          aria-label={label}
          title={label}
          onClick={() => setOpen(!isOpen)}
          onKeyDown={handleKey}
        >
          <Icon icon={IconHelpCircle} />
        </button>
      </Popover.Target>
      <Popover.Dropdown className={classes(styles.dropdown, styles.help)} aria-label={label} onKeyDown={handleKey}>
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}
