import type { ReactNode } from "react";
import type { Icon as TablerIcon } from "@tabler/icons-react";
import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";
import { menuItemClass } from "./menus.tsx";

type MenuItemProps = {
  /** The menu that it closes before it does something, since it may no longer be in it afterwards. */
  menuId: string;
  icon?: TablerIcon | undefined;
  /** A switch, or one of several choices. */
  kind?: "checkbox" | "radio" | undefined;
  isOn?: boolean | undefined;
  /** True if it has the focus when the menu opens. */
  isFirst?: boolean;
  className?: string | false;
  onPress: () => void;
  children: ReactNode;
};

/** An item of a menu that does something, and closes the menu. */
export function MenuItem({ menuId, icon, kind, isOn, isFirst, className, onPress, children }: MenuItemProps) {
  function handlePress() {
    document.getElementById(menuId)?.hidePopover();
    onPress();
  }
  return (
    <button
      type="button"
      role={kind === undefined ? "menuitem" : (`menuitem${kind}` as const)}
      aria-checked={isOn}
      tabIndex={-1}
      data-autofocus={isFirst || undefined}
      className={classes(menuItemClass, className)}
      onClick={handlePress}
    >
      {icon && <Icon icon={icon} />}
      {children}
    </button>
  );
}
