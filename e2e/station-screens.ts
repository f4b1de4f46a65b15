import type { Station } from "@groundcrew/shared/stations";
import type { Page } from "@playwright/test";
import { mapOf, MAP_PATH } from "./map-steps.ts";
import type { Screen } from "./screen.ts";
import { ADMIN } from "./station-steps.ts";

/** Screenshots of the list and the map, of a station's page and of its dialogs. */
export const stationScreens: Screen[] = [
  { name: "stations", path: "/?stations-type=&stations-group=organization", user: ADMIN, open: openFirstRow },
  { name: "stations-offline", path: "/?stations-type=&stations-sort-invert=1", user: ADMIN, open: openFirstRow },
  { name: "add-station", path: "/", user: ADMIN, open: openAddStation },
  { name: "map", path: MAP_PATH, user: ADMIN, open: openMarker },
  { name: "station-overview", path: "/", user: ADMIN, open: (page) => openStation(page, "") },
  { name: "readiness-history", path: "/", user: ADMIN, open: (page) => openStation(page, "?readiness=history") },
  { name: "readiness-rules", path: "/manage/readiness", user: ADMIN, open: untilLoaded },
  { name: "swap-success", path: "/stats/swap-success", user: ADMIN, open: untilLoaded },
  { name: "availability", path: "/stats/availability", user: ADMIN, open: untilLoaded },
  { name: "station-edit", path: "/", user: ADMIN, open: (page) => openStation(page, "/edit") },
  { name: "station-config", path: "/", user: ADMIN, open: (page) => openStation(page, "/config") },
  { name: "station-config-history", path: "/", user: ADMIN, open: (page) => openStation(page, "/config/history") },
  { name: "station-ssot", path: "/", user: ADMIN, open: (page) => openStation(page, "/ssot") },
  { name: "telemetry-status", path: "/", user: ADMIN, open: (page) => openStation(page, "/telemetry/latest/status") },
  { name: "telemetry-motors", path: "/", user: ADMIN, open: (page) => openStation(page, "/telemetry/latest/motors") },
  {
    name: "telemetry-chargers",
    path: "/",
    user: ADMIN,
    open: (page) => openStation(page, "/telemetry/latest/chargers"),
  },
  { name: "telemetry-usb", path: "/", user: ADMIN, open: (page) => openStation(page, "/telemetry/latest/usb") },
  { name: "telemetry-raw", path: "/", user: ADMIN, open: (page) => openStation(page, "/telemetry/latest/raw") },
  { name: "telemetry-dialog", path: "/", user: ADMIN, open: openTelemetry },
  { name: "data-history", path: "/", user: ADMIN, open: openHistory },
  { name: "error-log", path: "/", user: ADMIN, open: openLog },
  { name: "resolution", path: "/", user: ADMIN, open: openResolution },
];

async function openFirstRow(page: Page) {
  await page
    .getByRole("button", { name: /^Details of/ })
    .first()
    .click();
  await page.getByText("Firmware Version").first().waitFor();
  await page.getByRole("button", { name: "Support Log", exact: true }).waitFor();
}

async function openAddStation(page: Page) {
  await page.getByRole("button", { name: "Add Station" }).click();
  await page.getByRole("dialog", { name: "Add Device" }).waitFor();
}

async function openTelemetry(page: Page) {
  await openFirstRow(page);
  await page.getByRole("button", { name: "Telemetry", exact: true }).click();
  await page.getByRole("dialog").getByRole("tabpanel").waitFor();
}

/** A small screen shows the list instead of the map. */
async function openMarker(page: Page) {
  if ((page.viewportSize()?.width ?? 0) <= 640) return;
  await mapOf(page)
    .getByRole("button", { name: /^(Online|Offline|Recent swap): / })
    .first()
    .click();
  await mapOf(page).getByRole("link", { name: /^gc-/ }).waitFor();
}

/** Opens the station with the most unresolved errors, because its page shows the most. */
async function openStation(page: Page, path: string) {
  const query = "include_support_metrics=true&include_config=true";
  const stations: Station[] = await (await page.request.get(`/api/stations?${query}`)).json();
  const [station] = stations
    .filter(({ station_type, config_latest }) => station_type === "atlas" && config_latest)
    .toSorted((a, b) => unresolvedOf(b) - unresolvedOf(a));
  await page.goto(`/stations/${station?.name}${path}`);
  await untilLoaded(page);
}

async function untilLoaded(page: Page) {
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.getByText("Loading...").first().waitFor({ state: "hidden" });
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
