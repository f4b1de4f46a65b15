import type { Page } from "@playwright/test";
import type { Screen } from "./screen.ts";
import { ADMIN, tableOf } from "./ssot-steps.ts";

/** Screenshots of the SSoT area and of the statistics. */
export const ssotScreens: Screen[] = [
  { name: "ssot-config", path: "/ssot", user: ADMIN, open: openFilters },
  { name: "ssot-config-history", path: "/ssot", user: ADMIN, open: openConfigHistory },
  { name: "ssot-hw", path: "/ssot/hw-variation", user: ADMIN, open: editRows },
  {
    name: "ssot-replaceables",
    path: "/ssot/replaceables",
    user: ADMIN,
    open: (page) => awaitTable(page, "Replaceables"),
  },
  { name: "ssot-swaps", path: "/ssot/swaps", user: ADMIN, open: (page) => awaitTable(page, "Swap Counts") },
  { name: "stats", path: "/stats", user: ADMIN, open: (page) => page.locator(".uplot").waitFor() },
  { name: "stats-actions", path: "/stats/actions", user: ADMIN, open: openActions },
];

async function awaitTable(page: Page, table: string) {
  await tableOf(page, table);
}

async function openFilters(page: Page) {
  await awaitTable(page, "Station Config");
  await page.getByRole("button", { name: "Extra Filters" }).click();
  await page.getByRole("button", { name: "Add filter" }).click();
}

async function openConfigHistory(page: Page) {
  await awaitTable(page, "Station Config");
  await page
    .getByRole("button", { name: /^Config history of/ })
    .nth(2)
    .click();
  await page.getByRole("table", { name: "Station Config History" }).waitFor();
}

/** Edits two rows. Someone else then changes the second one, which the page says. */
async function editRows(page: Page) {
  const table = await tableOf(page, "Hardware Variation");
  const versions = table.getByRole("textbox", { name: /^Hardware Version of/ });
  await versions.nth(0).fill("7.0");
  await versions.nth(2).fill("7.1");
  const label = (await versions.nth(2).getAttribute("aria-label")) ?? "";
  const serial = label.replace("Hardware Version of ", "");
  const query = "include_ssot=true&station_name=";
  const stations: { name: string; serial_number: string }[] = await (await page.request.get("/api/stations")).json();
  const name = stations.find((station) => station.serial_number === serial)?.name ?? "";
  const [station] = await (await page.request.get(`/api/stations?${query}${name}`)).json();
  const created: string | undefined = station.ssot_latest?.created;
  await page.request.put(`/api/stations/${name}/ssot/latest`, {
    headers: { "if-match": `"${created ?? "none"}"` },
    data: { ...station.ssot_latest, production_run_version: "6.9" },
  });
  await table.getByText("(Note: there are new changes)").waitFor();
  // Typing may have scrolled a narrow table sideways.
  await page.getByRole("group", { name: "Hardware Variation" }).evaluate((element) => element.scrollTo({ left: 0 }));
}

async function openActions(page: Page) {
  await page.getByRole("list", { name: "Organization Actions (7d)" }).waitFor();
}
