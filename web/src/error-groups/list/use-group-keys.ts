import { useEffect, useEffectEvent, type RefObject } from "react";
import { isDialogOpen, isTyping, type PageWindow } from "../../ui/index.ts";
import type { GroupActs } from "./selection-bar.tsx";

type GroupKeys = {
  list: RefObject<HTMLElement | null>;
  /** Ids of the listed groups, in order. */
  ids: readonly number[];
  goTo: PageWindow["goTo"];
  onToggle: (toggled: { id: number; shift: boolean }) => void;
  /** Acts on the selected groups or, without any, on the one with the id. */
  actsOn: (id: number | null) => GroupActs;
  onAcknowledge: (id: number | null) => void;
};

/**
 * J and K move the focus down and up in the list, X selects the focused group, A acknowledges, E resolves and M merges. Enter follows the
 * focused link anyway. Keys in fields, menus and dialogs have their usual meaning.
 */
export function useGroupKeys({ list, ids, goTo, onToggle, actsOn, onAcknowledge }: GroupKeys): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, target, defaultPrevented } = event;
    if (ctrlKey || metaKey || altKey || defaultPrevented || isTyping(target) || isDialogOpen()) return;
    const focused = focusedId(list.current);
    const index = focused === null ? -1 : ids.indexOf(focused);
    const id = index < 0 ? null : focused;
    const run = {
      j: () => focusRow(ids[index + 1]),
      k: () => focusRow(ids[Math.max(0, index - 1)]),
      x: () => id !== null && onToggle({ id, shift: shiftKey }),
      a: () => onAcknowledge(id),
      e: () => actsOn(id).resolve(),
      m: () => actsOn(id).merge(),
    }[key.toLowerCase()];
    if (!run) return;
    event.preventDefault();
    run();
  });

  function focusRow(id: number | undefined): void {
    if (id === undefined) return;
    const link = () => rowOf(list.current, id)?.querySelector<HTMLElement>("a[href]") ?? null;
    const rendered = link();
    if (rendered === null) return goTo(String(id), link);
    rendered.focus({ preventScroll: true });
    rendered.closest("[data-key]")?.scrollIntoView({ block: "nearest" });
  }

  useEffect(() => {
    const handle = (event: KeyboardEvent) => handleKey(event);
    document.addEventListener("keydown", handle);
    return () => document.removeEventListener("keydown", handle);
  }, []);
}

/** The row of a group. */
export function rowOf(list: HTMLElement | null, id: number): Element | null {
  return list?.querySelector(`[data-key="${id}"]`) ?? null;
}

/** The id of the group whose row has the focus. */
function focusedId(list: HTMLElement | null): number | null {
  const row = document.activeElement?.closest("[data-key]");
  const key = row && list?.contains(row) ? row.getAttribute("data-key") : null;
  return key === null || key === undefined ? null : Number(key);
}
