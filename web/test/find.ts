import { page, type Locator } from "vitest/browser";

/** The elements inside a region that match a CSS selector; for what has no role, such as a colour. */
export function elementsIn(region: Locator, selector: string): Element[] {
  return region.elements().flatMap((element) => [...element.querySelectorAll(selector)]);
}

/** The newest dialog. */
export function dialog(): Locator {
  return page.getByRole("dialog").last();
}

/** The distinct text colours of elements. */
export function coloursOf(elements: readonly Element[]): string[] {
  return [...new Set(elements.map((element) => getComputedStyle(element).color))];
}
