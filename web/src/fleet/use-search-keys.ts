import { useEffect, type RefObject } from "react";

/**
 * `/` focuses the search box unless the focus is in a text field or a dialog is open. Ctrl-F and Cmd-F focus it too; in the box
 * they open the browser's own search.
 */
export function useSearchKeys(input: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    function handleKey(event: KeyboardEvent) {
      if (!isSearchKey(event) || document.activeElement === input.current || isDialogOpen()) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    }
    document.addEventListener("keydown", handleKey);
    return () => document.removeEventListener("keydown", handleKey);
  }, [input]);
}

function isSearchKey({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (altKey) return false;
  if (ctrlKey || metaKey) return key.toLowerCase() === "f";
  return key === "/" && !isTyping(target);
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches("input, textarea, select");
}

function isDialogOpen(): boolean {
  return document.querySelector('dialog[open], [role="menu"]:not([popover]), [popover="auto"]:popover-open') !== null;
}
