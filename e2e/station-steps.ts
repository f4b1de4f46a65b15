import { expect, type Locator, type Page } from "@playwright/test";

export const ADMIN = "admin@groundcrew.example";
/** A user of Harbor Air without admin rights. */
export const USER = "user@harbor.example";

/** A value on a card, by its label. */
export function reading(page: Page, label: string): Locator {
  const term = page.getByRole("term").filter({ hasText: new RegExp(`^${label}$`) });
  return page.getByRole("main").locator("dl > div").filter({ has: term }).getByRole("definition");
}

/** A tab of a station's page. */
export function tab(page: Page, name: string): Locator {
  return page.getByRole("navigation", { name: "Station" }).getByRole("link", { name });
}

/** Loads the list again as in a browser that saves data: code is loaded only when it is needed. */
export async function saveData(page: Page): Promise<void> {
  await page.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }));
  await page.reload();
  await expect(page.getByRole("list", { name: "Stations" })).toBeVisible();
}
