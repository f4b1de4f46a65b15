import { listedRows } from "../list/listed-rows.ts";

/** The row of a station in the list, which may show another one later. */
export type StationRow = { name: string; element: HTMLElement };

const ROW = "li[data-key][aria-posinset]";

/** Elements that have a use of their own when pressed. */
const CONTROLS = "a, button, input, label, select, textarea";

/** The row whose line has an element: not its details, which are below the line. */
export function rowOf(target: EventTarget | null): StationRow | null {
  if (!(target instanceof Element)) return null;
  const row = target.closest<HTMLElement>(ROW);
  const line = row?.firstElementChild?.firstElementChild;
  return row && line?.contains(target) ? asRow(row) : null;
}

/** The row of a station; null if it is not rendered. */
export function rowNamed(list: Element, name: string): StationRow | null {
  return asRow(list.querySelector<HTMLElement>(`${ROW}[data-key="${CSS.escape(name)}"]`));
}

/** The station in the line of the list below that of another, or above it, which is scrolled into view. */
export function stationBeside(name: string, step: 1 | -1): string | undefined {
  const { items, goTo } = listedRows.get();
  const from = items.findIndex(({ key }) => key === name);
  if (from < 0) return rowInWindow()?.name;
  const others = step === 1 ? items.slice(from + 1) : items.slice(0, from).toReversed();
  const next = others.find(({ kind }) => kind !== "group");
  if (next) goTo(items.indexOf(next));
  return next?.kind === "station" ? next.key : undefined;
}

/** The first row below the bar at the top of the window. */
export function rowInWindow(): StationRow | null {
  const rows = [...document.querySelectorAll<HTMLElement>(`main ${ROW}`)].toSorted(
    (one, other) => indexOf(one) - indexOf(other),
  );
  const top = Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--gc-topbar"));
  return asRow(rows.find((row) => row.getBoundingClientRect().top >= top) ?? rows.at(-1) ?? null);
}

/** True if a press does nothing else: it is beside the controls, selects no text, and rows are not being selected. */
export function isFreePress(target: EventTarget | null, row: StationRow): boolean {
  if (!(target instanceof Element) || target.closest(CONTROLS)) return false;
  return isCollapsed() && row.element.querySelector("input[type=checkbox]") === null;
}

function isCollapsed(): boolean {
  return document.getSelection()?.isCollapsed ?? true;
}

/** Focuses the link to a station's page in its row, which Enter then follows. */
export function focusRow({ element }: StationRow): void {
  element.querySelector<HTMLElement>('a[href^="/stations/"]')?.focus({ preventScroll: true });
  element.scrollIntoView({ block: "nearest" });
}

/** Opens or closes a row in its place. */
export function pressDetails({ element }: StationRow): void {
  element.querySelector<HTMLElement>("[aria-expanded]")?.click();
}

function asRow(element: HTMLElement | null): StationRow | null {
  const name = element?.dataset["key"];
  return element && name !== undefined ? { name, element } : null;
}

const indexOf = (row: HTMLElement) => Number(row.dataset["index"]);
