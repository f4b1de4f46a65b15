import { useId, useState, type FocusEvent, type ToggleEvent } from "react";
import { focusFirst } from "./focus.ts";

/**
 * The state of a popup below a button. The browser opens and closes it, keeps it above everything else and returns the focus to
 * the button, so the popup's element always exists; its content is rendered while it is open. With `focus` on the content, its first
 * control or what is marked with `data-autofocus` gets the focus.
 */
export function usePopup({ focus }: { focus: "content" | "button" }) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return {
    isOpen,
    opener: {
      popoverTarget: id,
      "aria-expanded": isOpen,
      onBlur: focus === "button" ? (event: FocusEvent) => closeAfterButton(event, id) : undefined,
    },
    popup: {
      id,
      popover: "auto" as const,
      onBeforeToggle: (event: ToggleEvent<HTMLElement>) => {
        if (!isOwn(event)) return;
        if (event.newState === "open") setOpen(true);
        else if (event.currentTarget.contains(document.activeElement)) focusOpener(id);
      },
      // Not earlier: the browser returns the focus only from content that is still in the page.
      onToggle: (event: ToggleEvent<HTMLElement>) => {
        if (!isOwn(event)) return;
        if (event.newState === "closed") setOpen(false);
        else if (focus === "content") focusFirst(event.currentTarget);
      },
      onBlur: closeWithoutFocus,
    },
  };
}

/** The browser returns the focus to the button of an outer popup, but not to that of one inside. */
function focusOpener(id: string): void {
  document
    .querySelector<HTMLElement>(`[popovertarget="${CSS.escape(id)}"][aria-expanded]`)
    ?.focus({ preventScroll: true });
}

/** False for an event of a popup inside. */
function isOwn({ target, currentTarget }: ToggleEvent): boolean {
  return target === currentTarget;
}

/** Closes a popup when the focus leaves it, other than to the button that opened it. */
function closeWithoutFocus({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): void {
  if (!(relatedTarget instanceof Element) || currentTarget.contains(relatedTarget)) return;
  if (relatedTarget.getAttribute("popovertarget") !== currentTarget.id) currentTarget.hidePopover();
}

/** Closes a popup when the focus leaves the button that opened it, other than to the popup. */
function closeAfterButton({ relatedTarget }: FocusEvent, id: string): void {
  const popup = document.getElementById(id);
  if (relatedTarget instanceof Element && !popup?.contains(relatedTarget)) popup?.hidePopover();
}

/** True if a popup is open, so that Escape closes it rather than what is below. */
export function hasOpenPopup(): boolean {
  return document.querySelector('[popover="auto"]:popover-open') !== null;
}
