import { useEffect, useEffectEvent, type RefObject } from "react";
import { isDialogOpen, isTyping } from "./focus.ts";
import type { PageWindow } from "./use-page-window.ts";

type RowKeys = {
  list: RefObject<HTMLElement | null>;
  /** The `data-key` of each row, in order. */
  keys: readonly string[];
  /** Renders a row that is not near the window. Without it, all rows are rendered. */
  goTo?: PageWindow["goTo"];
};

/**
 * J and K move the focus down and up in a list, to the first link or button of a row, which Enter then uses. Keys in fields, menus and dialogs
 * have their usual meaning.
 */
export function useRowKeys({ list, keys, goTo }: RowKeys): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, target, defaultPrevented } = event;
    if (ctrlKey || metaKey || altKey || defaultPrevented || isTyping(target) || isDialogOpen()) return;
    const step = { j: 1, k: -1 }[key.toLowerCase()];
    if (step === undefined) return;
    event.preventDefault();
    const row = document.activeElement?.closest("[data-key]") ?? null;
    const index = row && list.current?.contains(row) ? keys.indexOf(row.getAttribute("data-key") ?? "") : -1;
    focusRow(keys[Math.max(0, index + step)]);
  });

  function focusRow(key: string | undefined): void {
    if (key === undefined) return;
    const control = () =>
      list.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"] :is(a[href], button)`) ?? null;
    const rendered = control();
    if (rendered === null) return goTo?.(key, control);
    rendered.focus({ preventScroll: true });
    rendered.closest("[data-key]")?.scrollIntoView({ block: "nearest" });
  }

  useEffect(() => {
    const handle = (event: KeyboardEvent) => handleKey(event);
    document.addEventListener("keydown", handle);
    return () => document.removeEventListener("keydown", handle);
  }, []);
}
