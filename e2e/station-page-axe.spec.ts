import { expectAccessibleInEachLayout } from "./axe.ts";
import { ADMIN, reading } from "./station-parts.ts";
import { expect, test } from "./test.ts";

test("every tab of the station page is accessible", async ({ login, system }) => {
  const page = await login(ADMIN);
  const [station] = await system.stationsOf("Skyline Logistics");
  for (const path of ["", "/edit", "/telemetry/latest/status", "/telemetry/latest/raw", "/config"]) {
    await page.goto(`/stations/${station?.name}${path}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByText("Loading...")).toHaveCount(0);
    await expectAccessibleInEachLayout(page);
  }
});

test("the telemetry dialog, swaps and Add Device are accessible", async ({ login, system }) => {
  const [station] = await system.stationsOf("Harbor Air");
  const serial = station?.serial_number ?? "";
  const page = await login(ADMIN, `/?stations-type=&stations-f-actual=0&stations-q=${encodeURIComponent(serial)}`);
  await page.getByRole("button", { name: `Details of ${serial}` }).click();
  await page.getByRole("button", { name: "Telemetry" }).click();
  const dialog = page.getByRole("dialog");
  for (const part of ["Status", "Motors", "Chargers", "USB", "Raw"]) {
    await dialog.getByRole("tab", { name: part }).click();
    await expect(dialog.getByText("Loading...")).toHaveCount(0);
    await expectAccessibleInEachLayout(page);
  }
  await dialog.getByRole("button", { name: "Close", exact: true }).click();
  await page.getByRole("button", { name: "Add Station" }).click();
  await dialog.getByRole("button", { name: "Add Station" }).click();
  await expect(dialog.getByText("Serial number is required")).toBeVisible();
  await expectAccessibleInEachLayout(page);
  await page.goto(`/stations/${station?.name}`);
  await reading(page, "Swaps").getByRole("button").click();
  await expect(dialog.getByRole("row").first()).toBeVisible();
  await expectAccessibleInEachLayout(page);
});
