import { expect, type Locator, type Page } from "@playwright/test";

/** The map with every type of station on it. */
export const MAP_PATH = "/?stations-type=&stations-view=map";

export function mapOf(page: Page): Locator {
  return page.getByRole("region", { name: "Map of stations" });
}

/** Waits until the map has stopped moving: while it zooms, markers are removed and added again. */
export async function expectMapIdle(page: Page): Promise<void> {
  await expect(mapOf(page).locator(".leaflet-zoom-anim, .leaflet-pan-anim")).toHaveCount(0);
}
