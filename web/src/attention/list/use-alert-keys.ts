import { useEffect, useEffectEvent, type RefObject } from "react";
import { isDialogOpen, isTyping } from "../../ui/index.ts";

/**
 * J and K move the focus down and up in the list, A acknowledges the focused alert and M mutes it. Enter follows the focused link anyway.
 * Keys in fields, menus and dialogs have their usual meaning.
 */
export function useAlertKeys(list: RefObject<HTMLElement | null>): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, target, defaultPrevented } = event;
    if (ctrlKey || metaKey || altKey || defaultPrevented || isTyping(target) || isDialogOpen()) return;
    const rows = [...(list.current?.querySelectorAll<HTMLElement>("[data-key]") ?? [])];
    const index = rows.findIndex((row) => row.contains(document.activeElement));
    const run = {
      j: () => focusRow(rows[index + 1]),
      k: () => focusRow(rows[Math.max(0, index - 1)]),
      a: () => press(rows[index], "[data-acknowledge]"),
      m: () => press(rows[index], "[data-mute]"),
    }[key.toLowerCase()];
    if (!run) return;
    event.preventDefault();
    run();
  });

  useEffect(() => {
    const handle = (event: KeyboardEvent) => handleKey(event);
    document.addEventListener("keydown", handle);
    return () => document.removeEventListener("keydown", handle);
  }, []);
}

function focusRow(row: HTMLElement | undefined): void {
  row?.querySelector<HTMLElement>("a[href]")?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: "nearest" });
}

function press(row: HTMLElement | undefined, button: string): void {
  row?.querySelector<HTMLElement>(button)?.click();
}
