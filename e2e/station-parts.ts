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
export async function firstStation<Sent>(page: Page, parts: string, fits: (station: Sent) => boolean): Promise<Sent> {
  const found: Sent[] = [];
  const look = async () => {
    const all: Sent[] = await (await page.request.get(`/api/stations?${parts}`)).json();
    return found.push(...all.filter(fits));
  };
  await expect.poll(look, "a station of the demo fits").toBeGreaterThan(0);
  const [station] = found;
  if (!station) throw new Error("No station of the demo fits.");
  return station;
}
