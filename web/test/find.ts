import { vi } from "vitest";
import { page, type Locator } from "vitest/browser";

/** The elements inside a region that match a CSS selector; for what has no role, such as a color. */
export function elementsIn(region: Locator, selector: string): Element[] {
  return region.elements().flatMap((element) => Array.from(element.querySelectorAll(selector)));
}

/** The newest dialog. */
export function dialog(): Locator {
  return page.getByRole("dialog").last();
}

/** The distinct text colors of elements. */
export function textColors(elements: readonly Element[]): string[] {
  return [...new Set(elements.map((element) => getComputedStyle(element).color))];
}

/** The values on the cards with a label. */
function cardValues(label: string): Element[] {
  const terms = elementsIn(page.getByRole("main"), "dl dt").filter(({ textContent }) => textContent === label);
  return terms.flatMap((term) => term.parentElement?.querySelector("dd") ?? []);
}

/** The texts of the values on the cards with a label. */
export function reading(label: string): string[] {
  return cardValues(label).map(({ textContent }) => textContent);
}

/** The button that a value on a card is, if it is one. */
export function readingButton(label: string): HTMLButtonElement | null {
  return cardValues(label)[0]?.querySelector("button") ?? null;
}

/** Presses a value on a card, once it is there. */
export async function pressReading(label: string): Promise<void> {
  const button = await vi.waitUntil(() => readingButton(label), { timeout: 30_000 });
  await page.elementLocator(button).click();
}

/** Moves the focus to an element, without pressing it. */
export function focusOn(locator: Locator): void {
  const element = locator.element();
  if (!(element instanceof HTMLElement)) throw new Error("Only an HTML element can be focused.");
  element.focus();
}

/** The rows of a list with columns, without its headings. */
export const listRows = (name: string) =>
  page.getByRole("table", { name }).getByRole("rowgroup").last().getByRole("row");
