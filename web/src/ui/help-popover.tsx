import type { ReactNode } from "react";
import { Popover } from "@mantine/core";
import { IconHelpCircle } from "@tabler/icons-react";
import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";
import styles from "./menus.module.css";

type HelpPopoverProps = { label: string; className?: string | undefined; children: ReactNode };

/** A question mark that opens a few lines of explanation. */
export function HelpPopover({ label, className, children }: HelpPopoverProps) {
  return (
    <Popover position="bottom-end" shadow="none">
      <Popover.Target>
        <button type="button" className={className} aria-label={label} title={label}>
          <Icon of={IconHelpCircle} />
        </button>
      </Popover.Target>
      <Popover.Dropdown className={classes(styles.dropdown, styles.help)} aria-label={label}>
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}
