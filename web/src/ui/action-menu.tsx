import type { Icon as TablerIcon } from "@tabler/icons-react";
import { Button, IconButton } from "./button.tsx";
import { MenuItem } from "./menu-item.tsx";
import { Menu, openOnArrow } from "./menus.tsx";
import { usePopup } from "./use-popup.ts";

export type MenuAction = {
  key?: string;
  label: string;
  icon?: TablerIcon;
  isDangerous?: boolean;
  onPress: () => void;
};

type ActionMenuProps = {
  label: string;
  icon: TablerIcon;
  /** Shown instead of the label, which is then read out; null for only the icon. */
  text?: string | null;
  tone?: "plain" | "main";
  className?: string | undefined;
  items: readonly MenuAction[];
};

/** A button that opens a menu of actions. */
export function ActionMenu({ label, icon, text = label, tone = "plain", className, items }: ActionMenuProps) {
  const { isOpen, opener, popup } = usePopup({ focus: "content" });
  const button = { icon, tone, className, "aria-haspopup": "menu", onKeyDown: openOnArrow, ...opener } as const;
  return (
    <>
      {text === null ? (
        <IconButton label={label} {...button} />
      ) : (
        <Button aria-label={text === label ? label : `${label}: ${text}`} {...button}>
          {text}
        </Button>
      )}
      <Menu label={label} popup={popup}>
        {isOpen &&
          items.map((item) => (
            <MenuItem
              key={item.key ?? item.label}
              menuId={popup.id}
              icon={item.icon}
              className={item.isDangerous === true && "danger"}
              onPress={item.onPress}
            >
              {item.label}
            </MenuItem>
          ))}
      </Menu>
    </>
  );
}
