import { useRef, type KeyboardEvent, type ReactNode } from "react";
import { IconCheck, IconChevronDown, type Icon as TablerIcon, IconHelpCircle } from "@tabler/icons-react";
import { Button } from "./button.tsx";
import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";
import { indexAfterKey } from "./focus.ts";
import styles from "./floating.module.css";
import { usePageKeys } from "./use-page-keys.ts";
import { usePopup } from "./use-popup.ts";

type OptionsProps<T extends string> = {
  name: string;
  icon: TablerIcon;
  labels: Record<T, string>;
  options: readonly T[];
  /** The icons of the options. */
  iconOf?: (option: T) => TablerIcon;
  className?: string;
  busy?: boolean;
};

type ChoiceMenuProps<T extends string> = OptionsProps<T> & {
  /** Null if the current value is none of the options but `otherLabel`. */
  value: T | null;
  otherLabel?: string | undefined;
  /** The button's text, if it is not the name with the current choice. It is also shown in a narrow window. */
  text?: string;
  onChange: (value: T) => void;
};

/**
 * A button that shows the current choice and opens the options, starting at the current one. In a narrow window it shows only its
 * icon.
 */
export function ChoiceMenu<T extends string>(props: ChoiceMenuProps<T>) {
  const { value, otherLabel = "", text, onChange, ...menu } = props;
  const label = `${menu.name}: ${value === null ? otherLabel : menu.labels[value]}`;
  return (
    <OptionsMenu {...menu} label={label} type="radio" isChecked={(option) => option === value} onPress={onChange}>
      <span className={text === undefined ? "visually-hidden-small" : undefined}>{text ?? label}</span>
      {text !== undefined && <Icon icon={IconChevronDown} size="s" />}
    </OptionsMenu>
  );
}

type ChecklistMenuProps<T extends string> = OptionsProps<T> & {
  checked: Record<T, boolean>;
  onToggle: (option: T) => void;
};

/** A button that counts the ticked options and opens their list, which stays open while ticking. */
export function ChecklistMenu<T extends string>({ checked, onToggle, ...menu }: ChecklistMenuProps<T>) {
  const count = menu.options.filter((option) => checked[option]).length;
  return (
    <OptionsMenu
      {...menu}
      label={`${menu.name} ${count} on`}
      tone={count > 0 ? "selected" : "plain"}
      type="checkbox"
      isChecked={(option) => checked[option]}
      onPress={onToggle}
    >
      <span className="visually-hidden-small">{menu.name}</span>{" "}
      {count > 0 && <span className={`px-1h ${styles.badge}`}>{count}</span>}
    </OptionsMenu>
  );
}

type OptionsMenuProps<T extends string> = OptionsProps<T> & {
  label: string;
  tone?: "plain" | "selected";
  /** Choosing one of several closes the menu. */
  type: "radio" | "checkbox";
  isChecked: (option: T) => boolean;
  onPress: (option: T) => void;
  /** The content of the button. */
  children: ReactNode;
};

function OptionsMenu<T extends string>(props: OptionsMenuProps<T>) {
  const { name, label, labels, options, iconOf, type, isChecked, onPress, children, ...button } = props;
  const { isOpen, opener, popup } = usePopup({ focus: "content" });
  const focused = type === "radio" && options.find(isChecked);
  return (
    <>
      <Button
        ref={useMenuKey(name)}
        {...button}
        title={label}
        aria-label={label}
        aria-haspopup="menu"
        onKeyDown={openOnArrow}
        {...opener}
      >
        {children}
      </Button>
      <Menu label={name} popup={popup}>
        {isOpen &&
          options.map((option) => (
            <button
              key={option}
              type="button"
              role={`menuitem${type}`}
              aria-checked={isChecked(option)}
              tabIndex={-1}
              data-autofocus={option === focused || undefined}
              className={menuItemClass}
              {...(type === "radio" && { popoverTarget: popup.id, popoverTargetAction: "hide" as const })}
              onClick={() => onPress(option)}
            >
              <span
                className={classes(
                  "square-16 inline-row justify-center rigid accent rounded-sm",
                  type === "checkbox" && styles.box,
                )}
              >
                {isChecked(option) && check}
              </span>
              {iconOf && <Icon icon={iconOf(option)} />}
              {labels[option]}
            </button>
          ))}
      </Menu>
    </>
  );
}

/** The class of an item of a menu, which is a button. */
export const menuItemClass = `min-32 row gap-2 full-width small default bare rounded inner-focus ${styles.item}`;

/** F opens the filters of a list, and S its order. */
function useMenuKey(name: string) {
  const button = useRef<HTMLButtonElement>(null);
  const press = () => button.current?.click();
  usePageKeys({ f: name === "Filter" ? press : null, s: name === "Sort" ? press : null });
  return button;
}

const check = <Icon icon={IconCheck} size="s" />;

/** Opens a menu with the arrow key that moves into it. */
export function openOnArrow(event: KeyboardEvent<HTMLButtonElement>): void {
  if (event.key !== "ArrowDown") return;
  event.preventDefault();
  event.currentTarget.click();
}

type MenuProps = {
  label: string;
  popup: ReturnType<typeof usePopup>["popup"];
  className?: string | undefined;
  children: ReactNode;
};

/** The items of a menu. The arrow keys, Home, End and the first letters of an item move the focus; Tab leaves the menu. */
export function Menu({ label, popup, className, children }: MenuProps) {
  const typed = useRef({ text: "", time: 0 });

  function handleKey(event: KeyboardEvent<HTMLDivElement>) {
    // A menu that is opened from an item moves the focus itself.
    if (document.activeElement?.closest("[role=menu]") !== event.currentTarget) return;
    if (event.key === "Tab") return event.currentTarget.hidePopover();
    const items = [...event.currentTarget.querySelectorAll("button")];
    const current = items.findIndex((item) => item === document.activeElement);
    const next =
      items.at(indexAfterKey(event.key, { current, count: items.length, along: "list" })) ?? itemTyped(items, event);
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  /** The next item that starts with what was typed in quick succession. */
  function itemTyped(items: readonly HTMLElement[], event: KeyboardEvent): HTMLElement | undefined {
    if (event.key.length !== 1 || event.key === " " || event.ctrlKey || event.metaKey || event.altKey) return undefined;
    const { text, time } = typed.current;
    const now = event.timeStamp - time < TYPING_MS ? text + event.key.toLowerCase() : event.key.toLowerCase();
    typed.current = { text: now, time: event.timeStamp };
    const current = items.findIndex((item) => item === document.activeElement);
    // A single letter moves to the next match; with more letters, the current item may still match.
    const from = now.length === 1 ? current + 1 : current;
    const matches = (item: HTMLElement) => item.textContent.toLowerCase().startsWith(now);
    return [...items.slice(from), ...items.slice(0, from)].find(matches);
  }

  return (
    <div
      {...popup}
      role="menu"
      aria-label={label}
      tabIndex={-1}
      className={classes(styles.popup, className)}
      onKeyDown={handleKey}
    >
      {children}
    </div>
  );
}

/** After a longer pause, a letter starts a new word. */
const TYPING_MS = 500;

type PopoverProps = {
  label: string;
  renderOpener: (props: ReturnType<typeof usePopup>["opener"] & { "aria-haspopup": "dialog" }) => ReactNode;
  className?: string | undefined;
  /** Where the focus is while it is open. */
  focus?: "content" | "button";
  /** Rendered while it is open. */
  children: ReactNode;
};

/** Any controls in a popup below the button that opens it. */
export function Popover({ label, renderOpener, className, focus = "content", children }: PopoverProps) {
  const { isOpen, opener, popup } = usePopup({ focus });
  return (
    <>
      {renderOpener({ ...opener, "aria-haspopup": "dialog" })}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a dialog element is what covers the page */}
      <div {...popup} role="dialog" aria-label={label} className={classes(styles.popup, className)}>
        {isOpen && children}
      </div>
    </>
  );
}

type PopoverButtonProps = {
  name: string;
  icon: TablerIcon;
  badge?: string;
  /** True if the name is also shown in a narrow window. */
  keepsName?: boolean;
  children: ReactNode;
};

/** A button that opens a popover. In a narrow window it shows only its icon. */
export function PopoverButton({ name, icon, badge, keepsName = false, children }: PopoverButtonProps) {
  const button = useMenuKey(name);
  return (
    <Popover
      label={name}
      className={styles.controls}
      renderOpener={(opener) => (
        <Button ref={button} icon={icon} title={name} {...opener}>
          <span className={keepsName ? undefined : "visually-hidden-small"}>{name}</span>
          {badge !== undefined && <span className={`px-1h ${styles.badge}`}>{badge}</span>}
        </Button>
      )}
    >
      {children}
    </Popover>
  );
}

type HelpPopoverProps = { label: string; className?: string | undefined; children: ReactNode };

/** A question mark that opens a short explanation. The focus stays on it. */
export function HelpPopover({ label, className, children }: HelpPopoverProps) {
  return (
    <Popover
      label={label}
      className={`small ${styles.help}`}
      focus="button"
      renderOpener={(opener) => (
        <button type="button" className={className} aria-label={label} title={label} {...opener}>
          <Icon icon={IconHelpCircle} />
        </button>
      )}
    >
      {children}
    </Popover>
  );
}
