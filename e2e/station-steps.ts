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

/**
 * The first station that meets a condition, loaded with the optional fields that a query string requests; waits until there is
 * one.
 */
export async function firstStation<Loaded>(
  page: Page,
  query: string,
  matches: (station: Loaded) => boolean,
): Promise<Loaded> {
  const found: Loaded[] = [];
  const load = async () => {
    const all: Loaded[] = await (await page.request.get(`/api/stations?${query}`)).json();
    return found.push(...all.filter(matches));
  };
  await expect.poll(load, "a demo station matches").toBeGreaterThan(0);
  const [station] = found;
  if (!station) throw new Error("No demo station matches.");
  return station;
}

/** Loads the list again as in a browser that saves data: code is loaded only when it is needed. */
export async function saveData(page: Page): Promise<void> {
  await page.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }));
  await page.reload();
  await expect(page.getByRole("list", { name: "Stations" })).toBeVisible();
}
