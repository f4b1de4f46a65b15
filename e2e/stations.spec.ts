import type { Page } from "@playwright/test";
import { expect, test } from "./test.ts";

/** Shows one station of a type, found by its serial number. */
async function showStation(page: Page, { type, serial }: { type: string; serial: string }) {
  await page.goto(`/?stations-type=${type}&stations-q=${encodeURIComponent(serial)}`);
  return page.getByRole("list", { name: "Stations" }).getByRole("listitem").filter({ hasText: serial });
}

/** Long enough to show a change, after which the station may have swapped again. */
const UPDATE = { timeout: 10_000 };

// @spec 46.10, 49.3, 49.4, 49.5, 49.6
test("the row of a station changes after the station reports a temperature, swaps and goes offline", async ({
  login,
  system,
}) => {
  const page = await login("admin@groundcrew.example");
  const station = await system.onlineStation("atlas");
  const row = await showStation(page, { type: "atlas", serial: station.serial_number });
  await expect(row).toContainText("ONLINE");
  await expect(row).toContainText("ACTIVE");
  await expect(row).not.toContainText("107°F");

  await system.reportTemperature(station.name, 107);
  await expect(row).toContainText("107°F");
  await system.swap(station.name);
  await expect(async () => {
    const total = await system.swaps(station.name);
    // The row shortens large counts; its title has all digits.
    await expect(row.getByTitle(`Swaps: ${total.toLocaleString("en-US")}`, { exact: true })).toBeVisible(UPDATE);
  }).toPass();
  await system.disconnectStation(station.name);
  await expect(row).toContainText("OFFLINE");
});
