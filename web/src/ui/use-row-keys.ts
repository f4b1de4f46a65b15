import type { RefObject } from "react";
import type { PageKey } from "./page-keys.ts";
import { usePageKeys } from "./use-page-keys.ts";
import type { PageWindow } from "./use-page-window.ts";
import { useRowFocus } from "./use-row-focus.ts";

/** The row with the focus, with its `data-key`. */
export type FocusedRow = { key: string; element: HTMLElement };

type RowKeys = {
  list: RefObject<HTMLElement | null>;
  /** The `data-key` of each row, in order. */
  keys: readonly string[];
  /** Renders a row that is not near the window. Without it, all rows are rendered. */
  goTo?: PageWindow["goTo"];
  /** Selects what gets the focus in a row; by default its first link or button. */
  control?: string;
  /** Actions of further keys; null while there is nothing to do. `row` is null while the focus is in no row. */
  actions?: RowActions;
};

type RowAction = (row: FocusedRow | null, event: KeyboardEvent) => unknown;
export type RowActions = Readonly<Partial<Record<PageKey, RowAction | null>>>;

/**
 * J and K move the focus down and up in a list, to the link or button of a row that Enter then uses. Arrow keys, Home and End move it as in
 * every list.
 */
export function useRowKeys({ list, keys, goTo, control = ":is(a[href], button)", actions = {} }: RowKeys): void {
  useRowFocus(list, "[data-key]");

  function current(): FocusedRow | null {
    return list.current && focusedRow((key) => keys.includes(key), list.current);
  }

  function rowOf(key: string): HTMLElement | null {
    return list.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`) ?? null;
  }

  function controlOf(key: string): HTMLElement | null {
    return rowOf(key)?.querySelector<HTMLElement>(control) ?? null;
  }

  function step(by: number): void {
    const index = keys.indexOf(current()?.key ?? "");
    const next = by > 0 ? keys.slice(index + 1) : keys.slice(0, Math.max(0, index)).toReversed();
    // A row that is rendered without a control cannot have the focus.
    focusRow(next.find((key) => rowOf(key) === null || controlOf(key) !== null) ?? (by < 0 ? keys[0] : undefined));
  }

  function focusRow(key: string | undefined): void {
    if (key === undefined) return;
    const rendered = controlOf(key);
    if (rendered === null) return goTo?.(key, () => controlOf(key));
    rendered.focus({ preventScroll: true });
    rendered.closest("[data-key]")?.scrollIntoView({ block: "nearest" });
  }

  usePageKeys({
    ...Object.fromEntries(
      Object.entries(actions).map(([key, act]) => [key, act && ((event: KeyboardEvent) => act(current(), event))]),
    ),
    j: () => step(1),
    k: () => step(-1),
  });
}

/** The row of a list with the focus, which may be in a row of a list inside it. */
export function focusedRow(isRow: (key: string) => boolean, list: HTMLElement = document.body): FocusedRow | null {
  let element = document.activeElement?.closest<HTMLElement>("[data-key]");
  while (element && list.contains(element)) {
    const { key = "" } = element.dataset;
    if (isRow(key)) return { key, element };
    element = element.parentElement?.closest<HTMLElement>("[data-key]");
  }
  return null;
}

/** An action that presses the button of the focused row that a selector finds, if there is one. */
export function pressInRow(button: string): (row: FocusedRow | null) => void {
  return (row) => row?.element.querySelector<HTMLElement>(button)?.click();
}
