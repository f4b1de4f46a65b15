import { useEffect } from "react";

/** An element that had the focus: it and its ancestors from the inside out, each with what follows it, and the page's path. */
export type FocusOrigin = { path: readonly Element[]; pathname: string };

const CONTROLS = "a[href], button, input, select, textarea, summary, [tabindex]";
/** Elements outside of these are in another part of the window. */
const BOUNDARY = '[aria-modal="true"], main';

/** Records where an element is. */
export function focusOriginOf(element: Element | null): FocusOrigin {
  const path: Element[] = [];
  for (let part = element; part && part !== document.body; part = part.parentElement) {
    path.push(part);
    const next = part.nextElementSibling;
    if (next && !next.matches("dialog")) path.push(next);
  }
  return { path, pathname: location.pathname };
}

/** True if the element was in a dialog that has closed; a dialog returns the focus itself. */
export function isInClosedDialog({ path }: FocusOrigin): boolean {
  return path.some((part) => part.matches("dialog") && !part.isConnected);
}

/**
 * Focuses an element that had the focus before or, if it is removed or disabled, the nearest part of the page around it, so that
 * the focus is never on the body. Does nothing after the page has changed.
 */
export function focusNear({ path, pathname }: FocusOrigin): void {
  if (path[0] === undefined || (!path[0].isConnected && location.pathname !== pathname)) return;
  for (const part of path) {
    if (part.isConnected && focusPart(part)) return;
    if (part.matches(BOUNDARY)) break;
  }
  const above = [...document.querySelectorAll('[aria-modal="true"]')].at(-1) ?? document.querySelector("main");
  if (above) focusPart(above);
}

/** Focuses what is marked with `data-autofocus` in an element, otherwise its first field, the first item of a menu, or its first control. */
export function focusFirst(element: Element): void {
  const item = element.matches("[role=menu]") ? element.querySelector("button") : null;
  focusPart(element.querySelector("[data-autofocus]") ?? firstField(element) ?? item ?? element);
}

/** The first field that can be filled in; of radio buttons the one that is chosen, which is where Tab would lead. */
function firstField(element: Element): Element | undefined {
  const fields = [...element.querySelectorAll("input, select, textarea")].filter(canHaveFocus);
  const [first] = fields;
  if (!(first instanceof HTMLInputElement) || first.type !== "radio") return first;
  return (
    fields.find((field) => field instanceof HTMLInputElement && field.name === first.name && field.checked) ?? first
  );
}

/** Focuses an element if it can have the focus, otherwise its first control in view, or its first control. */
function focusPart(part: Element): boolean {
  const controls = [...part.querySelectorAll<HTMLElement>(CONTROLS)].filter(
    (control) => control.tabIndex >= 0 && canHaveFocus(control),
  );
  const target = part.matches(CONTROLS) && canHaveFocus(part) ? part : (controls.find(isInWindow) ?? controls[0]);
  if (!(target instanceof HTMLElement)) return false;
  target.focus({ preventScroll: true });
  return document.activeElement === target;
}

function canHaveFocus(element: Element): boolean {
  return !element.matches(":disabled") && element.checkVisibility();
}

function isInWindow(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight;
}

/**
 * Moves the focus to a nearby element when the focused one is removed from the page, such as a button that disappears when
 * pressed. A dialog that closes returns the focus itself.
 */
export function useFocusRecovery(): void {
  useEffect(() => {
    let origin: FocusOrigin | null = null;

    function handleFocus({ target }: FocusEvent): void {
      origin = target instanceof Element ? focusOriginOf(target) : null;
    }
    function handleBlur({ target, relatedTarget }: FocusEvent): void {
      if (relatedTarget !== null) return;
      // A press outside all controls. An element that is being removed is still in the page here.
      queueMicrotask(() => {
        if (target instanceof Element && target.isConnected && document.activeElement === document.body) origin = null;
      });
    }
    function handleRemoval(): void {
      if (origin === null || document.activeElement !== document.body) return;
      const [element] = origin.path;
      if (element === undefined || element.isConnected || isInClosedDialog(origin)) return;
      const left = origin;
      // The new content may take the focus itself.
      setTimeout(() => {
        if (document.activeElement === document.body) focusNear(left);
      });
      origin = null;
    }

    const observer = new MutationObserver(handleRemoval);
    observer.observe(document.body, { childList: true, subtree: true });
    document.addEventListener("focusin", handleFocus);
    document.addEventListener("focusout", handleBlur);
    return () => {
      observer.disconnect();
      document.removeEventListener("focusin", handleFocus);
      document.removeEventListener("focusout", handleBlur);
    };
  }, []);
}

/** The keys for the next and previous item, in a row or a list. */
const KEYS = {
  row: { on: "ArrowRight", back: "ArrowLeft" },
  list: { on: "ArrowDown", back: "ArrowUp" },
} as const;

type ListPosition = { current: number; count: number; along: keyof typeof KEYS };

/** The index that a key moves to, wrapping around; for other keys an index that no item has. */
export function indexAfterKey(key: string, { current: index, count, along }: ListPosition): number {
  switch (key) {
    case KEYS[along].on:
      return (index + 1) % count;
    case KEYS[along].back:
      return (index - 1 + count) % count;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return count;
  }
}

/** True if what is typed goes into a field. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches("input:not([type=checkbox], [type=radio]), textarea, select");
}

/** True if a dialog or a menu is over the page, to which keys belong. */
export function isDialogOpen(): boolean {
  return document.querySelector('dialog[open], [role="menu"]:not([popover]), [popover="auto"]:popover-open') !== null;
}
