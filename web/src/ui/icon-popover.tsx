import type { ReactNode } from "react";
import type { Icon as TablerIcon } from "@tabler/icons-react";
import { IconButton } from "./button.tsx";
import styles from "./menus.module.css";
import { usePopup } from "./use-popup.ts";

/** Props of a button that also closes the popover it is in. */
export type ClosesPopover = { popoverTarget: string; popoverTargetAction: "hide" };

type IconPopoverProps = {
  icon: TablerIcon;
  label: string;
  className?: string | undefined;
  children: (closes: ClosesPopover) => ReactNode;
};

/** A button with only an icon that opens a popover with any controls. */
export function IconPopover({ icon, label, className, children }: IconPopoverProps) {
  const { isOpen, opener, popup } = usePopup({ focus: "content" });
  return (
    <>
      <IconButton icon={icon} label={label} className={className} aria-haspopup="dialog" {...opener} />
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a dialog element is what covers the page */}
      <div {...popup} role="dialog" aria-label={label} className={styles.popup}>
        {isOpen && children({ popoverTarget: popup.id, popoverTargetAction: "hide" })}
      </div>
    </>
  );
}
