import { useEffect, useEffectEvent, type RefObject } from "react";
import { isDialogOpen, isTyping } from "./focus.ts";
import type { PageWindow } from "./use-page-window.ts";

/** The row with the focus, with its `data-key`. */
type FocusedRow = { key: string; element: HTMLElement };

type RowKeys = {
  list: RefObject<HTMLElement | null>;
  /** The `data-key` of each row, in order. */
  keys: readonly string[];
  /** Renders a row that is not near the window. Without it, all rows are rendered. */
  goTo?: PageWindow["goTo"];
  /** Selects what gets the focus in a row; by default its first link or button. */
  control?: string;
  /** What further keys do, by lower-case key. `row` is null while the focus is in no row. */
  actions?: RowActions;
};

type RowActions = Readonly<Record<string, (row: FocusedRow | null, event: KeyboardEvent) => void>>;

/**
 * J and K move the focus down and up in a list, to the link or button of a row that Enter then uses. Keys in fields, menus and dialogs have
 * their usual meaning.
 */
export function useRowKeys({ list, keys, goTo, control = ":is(a[href], button)", actions = {} }: RowKeys): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, target, defaultPrevented } = event;
    if (ctrlKey || metaKey || altKey || defaultPrevented || isTyping(target) || isDialogOpen()) return;
    const row = focusedRow(list.current);
    const index = row ? keys.indexOf(row.key) : -1;
    const all: RowActions = {
      ...actions,
      j: () => focusRow(keys[index + 1]),
      k: () => focusRow(keys[Math.max(0, index - 1)]),
    };
    const run = all[key.toLowerCase()];
    if (!run) return;
    event.preventDefault();
    run(index < 0 ? null : row, event);
  });

  function focusRow(key: string | undefined): void {
    if (key === undefined) return;
    const find = () => list.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"] ${control}`) ?? null;
    const rendered = find();
    if (rendered === null) return goTo?.(key, find);
    rendered.focus({ preventScroll: true });
    rendered.closest("[data-key]")?.scrollIntoView({ block: "nearest" });
  }

  useEffect(() => {
    const handle = (event: KeyboardEvent) => handleKey(event);
    document.addEventListener("keydown", handle);
    return () => document.removeEventListener("keydown", handle);
  }, []);
}

function focusedRow(list: HTMLElement | null): FocusedRow | null {
  const element = document.activeElement?.closest<HTMLElement>("[data-key]") ?? null;
  if (element === null || !list?.contains(element)) return null;
  return { key: element.dataset["key"] ?? "", element };
}

/** An action that presses the button of the focused row that a selector finds, if there is one. */
export function pressInRow(button: string): (row: FocusedRow | null) => void {
  return (row) => row?.element.querySelector<HTMLElement>(button)?.click();
}
