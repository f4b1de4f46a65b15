import type { ReactNode } from "react";
import { IconHelpCircle, type Icon as TablerIcon } from "@tabler/icons-react";
import { Button } from "./button.tsx";
import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";
import styles from "./menus.module.css";
import { usePopup } from "./use-popup.ts";

type PopoverButtonProps = { name: string; icon: TablerIcon; badge?: string; children: ReactNode };

/** A button that opens a popover with any controls. In a narrow window it shows only its icon. */
export function PopoverButton({ name, icon, badge, children }: PopoverButtonProps) {
  const { isOpen, opener, popup } = usePopup({ focus: "content" });
  return (
    <>
      <Button icon={icon} title={name} aria-haspopup="dialog" {...opener}>
        <span className={styles.label}>{name}</span>
        {badge !== undefined && <span className={styles.badge}>{badge}</span>}
      </Button>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a dialog element is what covers the page */}
      <div {...popup} role="dialog" aria-label={name} className={classes(styles.popup, styles.controls)}>
        {isOpen && children}
      </div>
    </>
  );
}

type HelpPopoverProps = { label: string; className?: string | undefined; children: ReactNode };

/** A question mark that opens a short explanation. The focus stays on it. */
export function HelpPopover({ label, className, children }: HelpPopoverProps) {
  const { isOpen, opener, popup } = usePopup({ focus: "button" });
  return (
    <>
      <button type="button" className={className} aria-label={label} title={label} aria-haspopup="dialog" {...opener}>
        <Icon icon={IconHelpCircle} />
      </button>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a dialog element is what covers the page */}
      <div {...popup} role="dialog" aria-label={label} className={classes(styles.popup, styles.help)}>
        {isOpen && children}
      </div>
    </>
  );
}
