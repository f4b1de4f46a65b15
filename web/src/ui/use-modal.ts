import { useEffect, useEffectEvent, useLayoutEffect, useState, type RefObject } from "react";
import { pageValue } from "../page/index.ts";
import { focusFirst, focusNear, focusOriginOf, isInClosedDialog } from "./focus.ts";
import { hasOpenPopup } from "./use-popup.ts";

/** The open dialogs, with their dark surroundings, from the bottom up. */
const openOverlays = pageValue<readonly HTMLElement[]>(() => []);

/**
 * Makes an element, which contains a dialog, the only part of the window that can be reached, besides toasts: the page and the
 * dialogs below are inert until it is removed. Not the browser's `showModal`, which would make the toasts inert as well.
 */
export function useModal(overlay: RefObject<HTMLElement | null>, onEscape: (() => void) | undefined): void {
  useFocusReturn();
  useEscape(overlay, onEscape);
  useLayoutEffect(() => {
    const element = overlay.current;
    if (!element) return;
    setOpen([...openOverlays.get(), element]);
    focusFirst(element);
    return () => setOpen(openOverlays.get().filter((other) => other !== element));
  }, [overlay]);
}

function setOpen(next: readonly HTMLElement[]): void {
  if (openOverlays.get().length === 0) lockScrolling();
  if (next.length === 0) unlockScrolling();
  openOverlays.set(next);
  document.getElementById("root")?.toggleAttribute("inert", next.length > 0);
  for (const overlay of next) overlay.inert = overlay !== next.at(-1);
}

/** The page keeps its width without its scroll bar. */
function lockScrolling(): void {
  const { style } = document.body;
  const bar = window.innerWidth - document.documentElement.clientWidth;
  style.overflowY = "hidden";
  if (bar > 0) style.paddingRight = `${bar}px`;
}

function unlockScrolling(): void {
  document.body.style.overflowY = "";
  document.body.style.paddingRight = "";
}

/** Returns the focus to the element that had it before the dialog opened, or to one near it if that is removed or disabled. */
function useFocusReturn(): void {
  const [opener] = useState(() => focusOriginOf(document.activeElement));
  useEffect(
    () => () => {
      // The dialog is still in the page; the content it covers can be focused only afterwards. Another dialog may have the focus
      // by then.
      setTimeout(() => {
        if (document.activeElement === document.body && !isInClosedDialog(opener)) focusNear(opener);
      });
    },
    [opener],
  );
}

/** Closes the topmost dialog on Escape, unless a menu is open above it. */
function useEscape(overlay: RefObject<HTMLElement | null>, onClose: (() => void) | undefined): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, isComposing, defaultPrevented } = event;
    if (key !== "Escape" || isComposing || defaultPrevented) return;
    if (overlay.current !== openOverlays.get().at(-1) || hasOpenPopup()) return;
    event.preventDefault();
    onClose?.();
  });

  // Before the dialog is painted, since the key may be pressed as soon as it is visible.
  useLayoutEffect(() => {
    const handleKey = (event: KeyboardEvent) => onKey(event);
    window.addEventListener("keydown", handleKey);
    return () => window.removeEventListener("keydown", handleKey);
  }, []);
}
