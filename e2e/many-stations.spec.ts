import type { Page } from "@playwright/test";
import type { MaintenanceWindow } from "@groundcrew/shared/maintenance";
import type { Station } from "@groundcrew/shared/stations";
import { ADMIN } from "./station-steps.ts";
import { expect, test } from "./test.ts";

const rows = (page: Page) => page.getByRole("list", { name: "Stations" }).getByRole("listitem");
const maintained = (page: Page) => rows(page).filter({ hasText: /In maintenance|Maintenance until/ });
const bar = (page: Page) => page.getByRole("region", { name: "Selected stations" });
const dialogOf = (page: Page) => page.getByRole("dialog");

/** 14 stations that are in service and have no maintenance, nor is it planned: a list with exactly these, in its order. */
async function fourteenStations(page: Page): Promise<{ stations: Station[]; list: string }> {
  const all: Station[] = await (await page.request.get("/api/stations")).json();
  const windows: MaintenanceWindow[] = await (await page.request.get("/api/maintenance")).json();
  const stations = all
    .filter(({ name }) => !windows.some((one) => one.station === name && one.ended_at === null))
    .toSorted((a, b) => a.serial_number.localeCompare(b.serial_number))
    .slice(0, 14);
  const q = stations.map(({ name }) => name).join("|");
  const settings = { type: "", sort: "serial_number", "f-actual": "0", "f-retired": "1", q };
  const query = Object.entries(settings).map(([name, value]): [string, string] => [`stations-${name}`, value]);
  return { stations, list: `/?${new URLSearchParams(query).toString()}` };
}

/** Opens the list, in which stations can be selected. */
async function openList(page: Page, list: string): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 1400 });
  await page.goto(list);
  await expect(rows(page)).toHaveCount(14);
  await page.getByRole("button", { name: "Select", exact: true }).click();
}

async function select(page: Page, { serial_number: serial }: Station): Promise<void> {
  await page.getByRole("checkbox", { name: `Select ${serial}`, exact: true }).click();
}

/** Opens the dialog that puts the selected stations into maintenance. */
async function openMaintenance(page: Page): Promise<void> {
  await bar(page).getByRole("button", { name: "Maintenance", exact: true }).click();
  await page.getByRole("textbox", { name: "Reason" }).fill("Firmware 1.4.3");
}

async function begin(page: Page, count: string): Promise<void> {
  await dialogOf(page)
    .getByRole("button", { name: `Begin on ${count}` })
    .click();
}

// @spec R6.3, R6.4, R6.6, R6.9
test("14 stations enter maintenance, of which one is in it already and one is retired; somebody else does the same at once, and undo leaves what they have changed since", async ({
  login,
  logIn,
  browser,
  system,
}) => {
  const page = await login(ADMIN);
  const { stations, list } = await fourteenStations(page);
  const [first, second, last] = [stations[0], stations[1], stations[13]];
  if (!first || !second || !last) throw new Error("The fleet is too small.");
  expect((await page.request.patch(`/api/stations/${last.name}`, { data: { retired: true } })).status()).toBe(200);
  const context = await browser.newContext({ baseURL: system.url });
  await logIn(context, "lee@groundcrew.example");
  const other = await context.newPage();
  await openList(page, list);
  await openList(other, list);

  await select(page, first);
  await openMaintenance(page);
  await begin(page, "1 Station");
  await expect(page.getByText("Maintenance began on 1 station.")).toBeVisible();
  await expect(maintained(other)).toHaveCount(1);

  await test.step("the dialog says before who is left out and why", async () => {
    await select(page, first);
    await select(page, first);
    await page.getByRole("checkbox", { name: `Select ${last.serial_number}`, exact: true }).click({
      modifiers: ["Shift"],
    });
    await expect(bar(page)).toContainText("14 selected");
    await openMaintenance(page);
    const lines = dialogOf(page).getByRole("row");
    await expect(lines.filter({ hasText: /^Maintenance no .*until/ })).toHaveText(/12$/);
    await expect(lines.filter({ hasText: "Already in maintenance until" })).toContainText(
      `(${first.serial_number}), stays as it is`,
    );
    await expect(lines.filter({ hasText: "Left out" })).toContainText(`Left out: retired (${last.serial_number})`);
  });

  // The other person presses first, and the server gets that later.
  const held = Promise.withResolvers<void>();
  await other.route("**/api/bulk-acts/maintenance", async (route) => {
    await held.promise;
    await route.continue();
  });
  await bar(other).getByRole("button", { name: "Select all 14 of this filter" }).click();
  await openMaintenance(other);
  await Promise.all([other.waitForRequest("**/api/bulk-acts/maintenance"), begin(other, "12 Stations")]);

  const result = await test.step("the result says it of each station", async () => {
    await begin(page, "12 Stations");
    const said = "Maintenance began on 12 stations. 1 stayed as it was. 1 was left out.";
    const toast = page.getByText(said);
    await expect(toast).toBeVisible();
    await page.getByRole("button", { name: "Show What Happened" }).last().click();
    const stations = dialogOf(page).getByRole("group", { name: "Stations" }).getByRole("row");
    await expect(stations.filter({ hasText: "Done" })).toHaveCount(12);
    await expect(stations.filter({ hasText: first.serial_number })).toContainText("Already in maintenance until");
    await expect(stations.filter({ hasText: last.serial_number })).toContainText(/Left out.*Retired\./);
    return stations;
  });
  held.resolve();
  await expect(other.getByText("13 stayed as they were. 1 was left out.")).toBeVisible();
  await expect(maintained(other)).toHaveCount(13);

  await test.step("undo leaves what the other person has changed since, and says so", async () => {
    await bar(other).getByRole("button", { name: "Clear" }).click();
    await select(other, second);
    await bar(other).getByRole("button", { name: "More" }).click();
    await other.getByRole("menuitem", { name: "Extend Maintenance" }).click();
    await dialogOf(other).getByRole("button", { name: "Extend" }).click();
    await expect(dialogOf(other)).toHaveCount(0);
    await dialogOf(page).getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText("Undone on 11 stations. 1 of 12 was changed since and stays.")).toBeVisible();
    await expect(result.filter({ hasText: second.serial_number })).toContainText(
      /Kept.*Somebody has changed it since\./,
    );
    await expect(result.filter({ hasText: "Undone" })).toHaveCount(11);
    await dialogOf(page).getByRole("button", { name: "Close", exact: true }).first().click();
    await expect(maintained(other)).toHaveCount(2);
  });

  await page.getByRole("button", { name: "Recent Acts" }).click();
  await page.getByRole("menuitem", { name: /Maintenance, 1 station$/ }).click();
  await dialogOf(page).getByRole("button", { name: "Undo" }).click();
  await expect(dialogOf(page)).toContainText("Undone");
  await expect(maintained(other)).toHaveCount(1);

  await bar(other).getByRole("button", { name: "More" }).click();
  await other.getByRole("menuitem", { name: "End Maintenance", exact: true }).click();
  await dialogOf(other).getByRole("button", { name: "End Now" }).click();
  await expect(maintained(other)).toHaveCount(0);
  await page.request.patch(`/api/stations/${last.name}`, { data: { retired: false } });
  await context.close();
});
