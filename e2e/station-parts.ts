import type { Station, StationWithSnapshot } from "@groundcrew/shared/stations";
import type { Snapshot } from "@groundcrew/shared/telemetry";
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

/** Changes what the page receives of a station. */
export async function receiveStation(page: Page, name: string, change: Partial<Station>): Promise<void> {
  await page.route(new RegExp(`/api/stations/${name}\\?`), async (route) => {
    const response = await route.fetch();
    if (response.status() !== 200) return route.fulfill({ response });
    const station: Station = await response.json();
    await route.fulfill({ response, json: { ...station, ...change } });
  });
}

/** Changes the last snapshot that the page receives of a station; null takes it away. */
export async function receiveSnapshot(page: Page, change: Partial<Snapshot> | null): Promise<void> {
  await page.route(/station_name=/, async (route) => {
    const response = await route.fetch();
    if (response.status() !== 200) return route.fulfill({ response });
    const [station]: StationWithSnapshot[] = await response.json();
    const told = station?.last_telemetry_data;
    const last_telemetry_data = change && told ? { ...told, ...change } : null;
    await route.fulfill({ response, json: [{ ...station, last_telemetry_data }] });
  });
}
