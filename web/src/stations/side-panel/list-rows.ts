/** The row of a station in the list, which may show another one later. */
export type StationRow = { name: string; element: HTMLElement };

const ROW = "li[data-key][aria-posinset]";

/** What has a use of its own when it is pressed. */
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

/** The row below a station's, or above it. If its row is not rendered, the first row in the window. */
export function rowBeside(list: Element, name: string, step: 1 | -1): StationRow | null {
  const rows = [...list.querySelectorAll<HTMLElement>(ROW)].toSorted((one, other) => indexOf(one) - indexOf(other));
  const from = rows.findIndex((row) => row.dataset["key"] === name);
  const isInWindow = (row: Element) => row.getBoundingClientRect().top >= 0;
  return asRow((from < 0 ? rows.find(isInWindow) : rows[from + step]) ?? null);
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
