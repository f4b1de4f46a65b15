import type { ReactNode } from "react";
import { Popover } from "@mantine/core";
import type { Icon as TablerIcon } from "@tabler/icons-react";
import { Button } from "./button.tsx";
import { classes } from "./classes.ts";
import styles from "./menus.module.css";

type PopoverButtonProps = { name: string; icon: TablerIcon; badge?: string; children: ReactNode };

/** A button that opens a popover with any controls. In a narrow window it shows only its icon. */
export function PopoverButton({ name, icon, badge, children }: PopoverButtonProps) {
  return (
    <Popover position="bottom-start" shadow="none" trapFocus returnFocus>
      <Popover.Target>
        <Button icon={icon} title={name}>
          <span className={styles.label}>{name}</span>
          {badge !== undefined && <span className={styles.badge}>{badge}</span>}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes(styles.dropdown, styles.controls)} aria-label={name}>
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}
