import { readFile } from "node:fs/promises";
import { HOUR_MS } from "@groundcrew/shared/lib";
import type { Locator, Page } from "@playwright/test";
import { ADMIN } from "./station-steps.ts";
import { expect, test } from "./test.ts";

const HOT_F = 107;
const HOT_C = "41.7°C";

// Hours away from UTC in each season.
test.use({ timezoneId: "America/New_York" });

test.afterEach(async ({ page }) => {
  const data = { time_zone: "browser", units: "fahrenheit" };
  expect((await page.request.patch("/api/account/preferences", { data })).ok()).toBe(true);
});

test("°C and UTC, chosen in one tab, are those of the other tab, of files, and of a browser in which the same person logs in later", async ({
  browser,
  login,
  logIn,
  system,
}) => {
  const { name, serial_number: serial } = await system.onlineStation("atlas");
  const list = `/?stations-type=atlas&stations-q=${encodeURIComponent(serial)}`;
  const page = await login(ADMIN, list);
  const other = await page.context().newPage();
  await other.goto("/account");
  // Simulated stations report every ten seconds.
  const connection = await system.impersonate(name);
  await connection.report(0, { internal_temperature: HOT_F });
  await expect(rowOf(page, serial)).toContainText(`${HOT_F}°F`);

  await choose(other, "Time Zone", "UTC");
  await choose(other, "Units", "°C");
  await expect(rowOf(page, serial)).toContainText(HOT_C);
  await page.keyboard.press("j");
  await page.keyboard.press("Space");
  await expect(page.getByRole("complementary").getByTitle(/ UTC/).first()).toBeAttached();
  const file = await csvFile(page);
  expect(file).toContain(",Temperature (°C),");
  expect(file).toContain(",41.67,");

  await page.goto(`/stations/${name}/telemetry`);
  await expect(page.getByText(`${HOT_C} (${HOT_F}°F)`)).toBeVisible();
  await page.goto("/stats");
  const chart = page.getByRole("slider", { name: /^Recent Activity/ });
  const [time = ""] = (await chart.getAttribute("aria-valuetext"))?.split(": ") ?? [];
  expect(Math.abs(Date.now() - Date.parse(`${time.replace(" ", "T")}Z`))).toBeLessThan(HOUR_MS);
  await page.goto("/attention/rules/new");
  await page.getByRole("combobox", { name: "Condition" }).selectOption("Internal temperature");
  await expect(page.getByRole("textbox", { name: "Degrees Celsius" })).toHaveValue("40");

  const elsewhere = await browser.newContext({ baseURL: system.url });
  await logIn(elsewhere, ADMIN);
  const later = await elsewhere.newPage();
  await later.goto(list);
  await expect(rowOf(later, serial)).toContainText(HOT_C);
  await connection.disconnect();
  await elsewhere.close();
});

function rowOf(page: Page, serial: string): Locator {
  return page.getByRole("list", { name: "Stations" }).getByRole("listitem").filter({ hasText: serial });
}

/** Chooses with the keyboard, which stays where it was. */
async function choose(page: Page, group: string, choice: string): Promise<void> {
  const radio = page.getByRole("radiogroup", { name: group }).getByRole("radio", { name: choice, exact: true });
  await radio.press("Space");
  await expect(radio).toBeChecked();
  await expect(radio).toBeFocused();
}

/** The file that the list saves. */
async function csvFile(page: Page): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download CSV" }).click(),
  ]);
  return readFile(await download.path(), "utf8");
}
