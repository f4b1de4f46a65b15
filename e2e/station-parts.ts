import type { Locator, Page } from "@playwright/test";

export const ADMIN = "admin@groundcrew.example";
/** Of the organization Harbor Air; no admin. */
export const USER = "user@harbor.example";

/** A value of a card, by its label. */
export function reading(page: Page, label: string): Locator {
  const term = page.getByRole("term").filter({ hasText: new RegExp(`^${label}$`) });
  return page.getByRole("main").locator("dl > div").filter({ has: term }).getByRole("definition");
}

/** A tab of a station's page. */
export function tab(page: Page, name: string): Locator {
  return page.getByRole("navigation", { name: "Station" }).getByRole("link", { name });
}
