import type { ReactNode } from "react";
import { useSchemeAttribute } from "./color-scheme.tsx";
import { Toasts } from "./toast.tsx";
import { useFocusRecovery } from "./focus.ts";
import { createPortal } from "react-dom";
import styles from "./floating.module.css";

/** Styles, color scheme, tooltip and toasts for the app. Also keeps the focus from being lost. */
export function UiProvider({ children }: { children: ReactNode }) {
  useSchemeAttribute();
  useFocusRecovery();
  return (
    <>
      {children}
      <Tooltip />
      <Toasts />
    </>
  );
}

const DELAY_MS = 400;

/**
 * Shows the label of the button with `data-tooltip` under the pointer, after a moment, or of the one with the keyboard focus; for other
 * elements with the keyboard focus the texts that are cut in their row. There is one element for all: a long list has many of them.
 */
function Tooltip() {
  return createPortal(
    <div
      ref={watchButtons}
      popover="manual"
      role="tooltip"
      className={`no-border rounded pre-line ${styles.tooltip}`}
    />,
    document.body,
  );
}

function watchButtons(tooltip: HTMLElement | null): (() => void) | undefined {
  if (tooltip === null) return undefined;
  let shownFor: Element | null = null;
  let timer = 0;

  function hide(): void {
    clearTimeout(timer);
    shownFor = null;
    tooltip?.hidePopover();
  }
  function show(target: HTMLElement, text: string): void {
    if (!tooltip || !target.isConnected || text === "") return;
    tooltip.textContent = text;
    tooltip.showPopover({ source: target });
  }
  function handlePointer({ target, pointerType }: PointerEvent): void {
    const button = closestTooltipButton(target);
    if (button === shownFor) return;
    hide();
    shownFor = button;
    if (button && pointerType === "mouse")
      timer = window.setTimeout(() => show(button, button.ariaLabel ?? ""), DELAY_MS);
  }
  function handleFocus({ target }: FocusEvent): void {
    if (!(target instanceof HTMLElement) || !target.matches(":focus-visible")) return;
    hide();
    const button = closestTooltipButton(target);
    shownFor = button;
    // Not immediately: a menu that opens or closes moves the focus, and no other popover can open in the middle of that.
    timer = window.setTimeout(() => show(button ?? target, button ? (button.ariaLabel ?? "") : cutTexts(target)));
  }

  const watching = new AbortController();
  const options = { signal: watching.signal, capture: true };
  document.addEventListener("pointerover", handlePointer, options);
  document.addEventListener("focusin", handleFocus, options);
  for (const end of ["focusout", "pointerdown", "keydown", "scroll"]) document.addEventListener(end, hide, options);
  return () => {
    clearTimeout(timer);
    watching.abort();
  };
}

/** The texts that are cut in the row of a list that an element is in, a line each. */
function cutTexts(element: HTMLElement): string {
  const parts = [...(element.closest("[data-key]")?.querySelectorAll("*") ?? [])];
  const cut = parts.filter(
    (part) => part.scrollWidth > part.clientWidth && getComputedStyle(part).textOverflow === "ellipsis",
  );
  return cut.map(({ textContent }) => textContent).join("\n");
}

function closestTooltipButton(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>("[data-tooltip]") : null;
}
