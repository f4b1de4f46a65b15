import type { Station } from "@groundcrew/shared/stations";
import type { Page } from "@playwright/test";
import { mapOf, MAP_PATH } from "./map-parts.ts";
import { ADMIN } from "./station-parts.ts";

/** A screen to take a picture of; `open` goes on from its path. */
export type Screen = { name: string; path: string; as: string | null; open?: (page: Page) => Promise<void> };

/** Pictures of the map, of a station's page and of its dialogs. */
export const stationScreens: Screen[] = [
  { name: "map", path: MAP_PATH, as: ADMIN, open: openMarker },
  { name: "station-overview", path: "/", as: ADMIN, open: (page) => openStation(page, "") },
  { name: "station-edit", path: "/", as: ADMIN, open: (page) => openStation(page, "/edit") },
  { name: "station-config", path: "/", as: ADMIN, open: (page) => openStation(page, "/config") },
  { name: "telemetry-status", path: "/", as: ADMIN, open: (page) => openStation(page, "/telemetry/latest/status") },
  { name: "telemetry-motors", path: "/", as: ADMIN, open: (page) => openStation(page, "/telemetry/latest/motors") },
  { name: "telemetry-chargers", path: "/", as: ADMIN, open: (page) => openStation(page, "/telemetry/latest/chargers") },
  { name: "telemetry-usb", path: "/", as: ADMIN, open: (page) => openStation(page, "/telemetry/latest/usb") },
  { name: "data-history", path: "/", as: ADMIN, open: openHistory },
  { name: "error-log", path: "/", as: ADMIN, open: openLog },
  { name: "resolution", path: "/", as: ADMIN, open: openResolution },
];

/** On a small screen there is the list instead. */
async function openMarker(page: Page) {
  if ((page.viewportSize()?.width ?? 0) <= 640) return;
  await mapOf(page)
    .getByRole("button", { name: /^(Online|Offline|Recent swap): / })
    .first()
    .click();
  await mapOf(page).getByRole("link", { name: /^gc-/ }).waitFor();
}

/** The station with the most to tell: the one with the most unresolved errors. */
async function openStation(page: Page, path: string) {
  const query = "include_support_metrics=true&include_config=true";
  const all: Station[] = await (await page.request.get(`/api/stations?${query}`)).json();
  const [most] = all
    .filter(({ station_type, config_latest }) => station_type === "atlas" && config_latest)
    .toSorted((a, b) => unresolvedOf(b) - unresolvedOf(a));
  await page.goto(`/stations/${most?.name}${path}`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.getByText("Loading...").waitFor({ state: "hidden" });
}

function unresolvedOf({ support_metrics }: Station): number {
  return support_metrics?.errors_unresolved ?? 0;
}

async function openHistory(page: Page) {
  await openStation(page, "");
  await page.getByRole("button", { name: "Data History" }).click();
  await page.getByRole("dialog").getByRole("slider").waitFor();
}

async function openLog(page: Page) {
  await openHistory(page);
  await page.getByRole("button", { name: "View Error Log" }).click();
  await page
    .getByRole("dialog", { name: /Error Log$/ })
    .getByRole("checkbox")
    .nth(1)
    .click();
}

async function openResolution(page: Page) {
  await openLog(page);
  await page.getByRole("button", { name: "Resolve (1)" }).click();
  await page.getByRole("dialog", { name: "Record" }).getByRole("button", { name: "Resolve" }).click();
}
