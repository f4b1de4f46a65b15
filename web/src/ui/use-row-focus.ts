import { useCallback, useEffect, useState, type RefObject } from "react";
import { defaultRangeExtractor, type Range } from "@tanstack/react-virtual";

/** Everything that can be focused, including what this hook took out of the tab order. */
const CONTROLS = "a[href], button, input, select, textarea, [tabindex]";
const SKIPPED = "data-skipped-by-tab";

/** Identifies the row when its elements are reused for another one. */
const KEY = "data-key";

/**
 * Makes a long list one stop of the Tab key instead of several for each row: Tab enters the row that was used last (at first the
 * top one), moves through its controls and leaves the list. Up and Down move to the control in the same column of another row,
 * Left and Right along a row, Home and End to its ends. In a text field only Up and Down do, and with Ctrl if it has several
 * lines.
 */
export function useRowFocus(list: RefObject<HTMLElement | null>, rowSelector: string): void {
  useEffect(() => {
    const element = list.current;
    return element ? observeRows(element, rowSelector) : undefined;
  }, [list, rowSelector]);
}

/** Starts observing; the returned function stops it. */
function observeRows(list: HTMLElement, rowSelector: string): () => void {
  let current: { row: Element; key: string | null } | null = null;
  const currentRows = () => [...list.querySelectorAll(rowSelector)].filter((row) => rowOf(row) === row);

  /** The row of the list with an element, which may be in a row of a list inside it. */
  function rowOf(target: EventTarget | null): Element | null {
    let row: Element | null = null;
    let next = target instanceof Element ? target.closest(rowSelector) : null;
    while (next && list.contains(next)) {
      row = next;
      next = row.parentElement?.closest(rowSelector) ?? null;
    }
    return row;
  }

  function update(): void {
    const rows = currentRows();
    const isThere = current !== null && rows.includes(current.row) && keyOf(current.row) === current.key;
    if (!isThere) {
      // A row without controls cannot have the focus.
      const first = rows.find((row) => controlsOf(row).length > 0);
      current = first ? { row: first, key: keyOf(first) } : null;
    }
    for (const row of rows) setReachable(row, row === current?.row);
  }

  function handleFocus({ target }: FocusEvent): void {
    const row = rowOf(target);
    if (row === null || row === current?.row) return;
    current = { row, key: keyOf(row) };
    update();
  }

  function handleKey(event: KeyboardEvent): void {
    const { target } = event;
    const row = rowOf(target);
    if (row === null || !(target instanceof HTMLElement) || event.defaultPrevented || event.isComposing) return;
    const next = isMove(event, target) ? destination(event.key, { row, target, rows: currentRows() }) : undefined;
    if (!next) return;
    event.preventDefault();
    focusOn(next);
  }

  const observer = new MutationObserver(update);
  observer.observe(list, { childList: true, subtree: true, attributeFilter: [KEY] });
  list.addEventListener("focusin", handleFocus);
  list.addEventListener("keydown", handleKey);
  update();
  return () => {
    observer.disconnect();
    list.removeEventListener("focusin", handleFocus);
    list.removeEventListener("keydown", handleKey);
    for (const row of currentRows()) setReachable(row, true);
  };
}

/** Moves the focus from a row to the one below or above, as the arrow keys do. False if the focus is in no row. */
export function moveAlongRows(rowSelector: string, step: 1 | -1): boolean {
  const { activeElement: target } = document;
  const row = target?.closest(rowSelector);
  if (!row || !(target instanceof HTMLElement)) return false;
  const rows = [...document.querySelectorAll(rowSelector)];
  const next = destination(step === 1 ? "ArrowDown" : "ArrowUp", { row, target, rows });
  if (next) focusOn(next);
  return true;
}

function focusOn(control: HTMLElement): void {
  control.focus();
  control.scrollIntoView({ block: "nearest", inline: "nearest" });
}

const keyOf = (row: Element) => row.getAttribute(KEY);

function setReachable(row: Element, isReachable: boolean): void {
  for (const control of controlsOf(row)) {
    if (isReachable === !control.hasAttribute(SKIPPED)) continue;
    control.toggleAttribute(SKIPPED, !isReachable);
    if (isReachable) control.removeAttribute("tabindex");
    else control.tabIndex = -1;
  }
}

function controlsOf(row: Element): HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>(CONTROLS)].filter(
    (control) => control.hasAttribute(SKIPPED) || (control.tabIndex >= 0 && !control.matches(":disabled")),
  );
}

/** In a narrow window, some may not be shown. */
function shownControls(row: Element): HTMLElement[] {
  return controlsOf(row).filter((control) => control.checkVisibility());
}

/** True if a key pressed in `target` is meant for the list rather than for a field or a menu in it. */
function isMove({ key, ctrlKey, altKey, metaKey, shiftKey }: KeyboardEvent, target: HTMLElement): boolean {
  if (
    altKey ||
    metaKey ||
    shiftKey ||
    target.closest('[role="menu"], [role="tablist"], [role="radiogroup"], [popover]')
  )
    return false;
  if (target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type !== "checkbox")) {
    return (key === "ArrowUp" || key === "ArrowDown") && (ctrlKey || isOneLine(target));
  }
  return !ctrlKey && !(target instanceof HTMLSelectElement);
}

function isOneLine(field: HTMLInputElement | HTMLTextAreaElement): boolean {
  if (field instanceof HTMLTextAreaElement) return field.rows === 1;
  return field.type === "text" || field.type === "search";
}

type RowPosition = { row: Element; target: HTMLElement; rows: readonly Element[] };

/** The control that a key moves to from `target`; undefined at the ends and for other keys. */
function destination(key: string, { row, target, rows }: RowPosition): HTMLElement | undefined {
  const controls = shownControls(row);
  const index = controls.indexOf(target);
  const inRow = (step: 1 | -1) => {
    const place = rows.indexOf(row);
    const others = step === 1 ? rows.slice(place + 1) : rows.slice(0, place).toReversed();
    const other = others.map(shownControls).find((found) => found.length > 0);
    return other && nearestTo(target, other);
  };
  switch (key) {
    case "ArrowDown":
      return inRow(1);
    case "ArrowUp":
      return inRow(-1);
    case "ArrowRight":
      return controls[index + 1];
    case "ArrowLeft":
      return controls[index - 1];
    case "Home":
      return controls[0];
    case "End":
      return controls.at(-1);
    default:
      return undefined;
  }
}

/** Rows may have different controls; the one in the same column is the one whose left edge is nearest. */
function nearestTo(target: HTMLElement, controls: readonly HTMLElement[]): HTMLElement | undefined {
  const { left } = target.getBoundingClientRect();
  const distances = controls.map((control) => Math.abs(control.getBoundingClientRect().left - left));
  return controls[distances.indexOf(Math.min(...distances))];
}

/** Keeps the row that has the focus rendered, however far it is scrolled away. */
export function useFocusedRow(indexOf: (key: string) => number, keyAt: (target: Element) => string | null = rowKeyAt) {
  const [focused, setFocused] = useState<string | null>(null);
  const focusedIndex = focused === null ? -1 : indexOf(focused);

  const rangeExtractor = useCallback(
    (range: Range) => {
      const visible = defaultRangeExtractor(range);
      if (focusedIndex < 0 || visible.includes(focusedIndex)) return visible;
      return [...visible, focusedIndex].sort((one, other) => one - other);
    },
    [focusedIndex],
  );

  return {
    rangeExtractor,
    focused,
    watch: {
      onFocus: ({ target }: { target: Element }) => setFocused(keyAt(target)),
      onBlur: () => setFocused(null),
    },
  };
}

/** Table rows have their key in `data-row`. */
function rowKeyAt(target: Element): string | null {
  return target.closest("[data-row]")?.getAttribute("data-row") ?? null;
}
