import type { Icon as TablerIcon } from "@tabler/icons-react";
import { Button } from "./button.tsx";
import { MenuItem } from "./menu-item.tsx";
import { Menu, openOnArrow } from "./menus.tsx";
import { usePopup } from "./use-popup.ts";

export type MenuAction = { key?: string; label: string; icon?: TablerIcon; onPress: () => void };

type ActionMenuProps = {
  label: string;
  icon: TablerIcon;
  /** Shown instead of the label, which is then read out. */
  text?: string | undefined;
  tone?: "plain" | "main";
  /** True if the label is also shown in a narrow window. */
  keepsName?: boolean;
  className?: string | undefined;
  items: readonly MenuAction[];
};

/** A button that opens a menu of actions. */
export function ActionMenu({
  label,
  icon,
  text,
  tone,
  keepsName = text !== undefined,
  className,
  items,
}: ActionMenuProps) {
  const { isOpen, opener, popup } = usePopup({ focus: "content" });
  return (
    <>
      <Button
        icon={icon}
        title={label}
        aria-label={text === undefined ? label : `${label}: ${text}`}
        aria-haspopup="menu"
        className={className}
        onKeyDown={openOnArrow}
        {...opener}
        {...(tone && { tone })}
      >
        <span className={keepsName ? undefined : "visually-hidden-small"}>{text ?? label}</span>
      </Button>
      <Menu label={label} popup={popup}>
        {isOpen &&
          items.map((item) => (
            <MenuItem key={item.key ?? item.label} menuId={popup.id} icon={item.icon} onPress={item.onPress}>
              {item.label}
            </MenuItem>
          ))}
      </Menu>
    </>
  );
}
