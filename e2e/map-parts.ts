import type { Station } from "@groundcrew/shared/stations";
import { expect, type Locator, type Page } from "@playwright/test";

/** The map with every type of station on it. */
export const MAP_PATH = "/?stations-type=&stations-view=map";

export function mapOf(page: Page): Locator {
  return page.getByRole("region", { name: "Map of stations" });
}

/** Waits until the map has stopped moving: while it zooms, markers are removed and added again. */
export async function expectStill(page: Page): Promise<void> {
  await expect(mapOf(page).locator(".leaflet-zoom-anim, .leaflet-pan-anim")).toHaveCount(0);
}

/**
 * Changes the stations that the page receives; `at` is the index of each among the actual stations sorted by name, -1 for all
 * others.
 */
export async function receiveStations(page: Page, change: (station: Station, at: number) => Station): Promise<void> {
  const all: Station[] = await (await page.request.get("/api/stations")).json();
  const names = all.filter(({ actual }) => actual).map(({ name }) => name);
  names.sort();
  await page.route(/\/api\/stations\?/, async (route) => {
    const response = await route.fetch();
    if (response.status() !== 200) return route.fulfill({ response });
    const stations: Station[] = await response.json();
    await route.fulfill({ response, json: stations.map((one) => change(one, names.indexOf(one.name))) });
  });
}
