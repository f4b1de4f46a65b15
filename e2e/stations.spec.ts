import type { Page } from "@playwright/test";
import { expect, test } from "./test.ts";

function row(page: Page, serial: string) {
  return page.getByRole("listitem").filter({ hasText: serial });
}

test("a row changes after its station reports something new", async ({ login, house }) => {
  const page = await login("admin@groundcrew.example");
  for (const type of ["atlas", "universal", "global"] as const) {
    const station = await house.onlineStation(type);
    await page.goto(`/?stations-type=${type}&stations-q=${encodeURIComponent(station.serial_number)}`);
    const shown = row(page, station.serial_number);
    await expect(shown).toContainText("ONLINE");

    await house.reportTemperature(station.name, 107);
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(shown).toContainText("107°F");
  }
});

test("a swap moves the swap count", async ({ login, house }) => {
  const page = await login("admin@groundcrew.example");
  const station = await house.onlineStation("atlas");
  await page.goto(`/?stations-q=${encodeURIComponent(station.serial_number)}`);
  const total = await house.swap(station.name);
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(row(page, station.serial_number).getByTitle(`${total.toLocaleString("en-US")} swaps`)).toBeVisible();
});

test("a station whose link ends is shown OFFLINE", async ({ login, house }) => {
  const page = await login("admin@groundcrew.example");
  const station = await house.onlineStation("universal");
  await page.goto(`/?stations-type=universal&stations-q=${encodeURIComponent(station.serial_number)}`);
  await expect(row(page, station.serial_number)).toContainText("ONLINE");
  await house.unplug(station.name);
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(row(page, station.serial_number)).toContainText("OFFLINE");
});

test("a user of an organization sees its stations and nothing of any other", async ({ login, house }) => {
  const own = await house.stationsOf("Harbor Air");
  const foreign = await house.stationsOf("Skyline Logistics");
  expect(own.length).toBeGreaterThan(0);
  expect(foreign.length).toBeGreaterThan(0);

  const page = await login("user@harbor.example");
  await page.goto("/?stations-type=&stations-f-actual=0");
  const list = page.getByRole("list", { name: "Stations" });
  await expect(list).toContainText("Harbor Air");
  await expect(list).not.toContainText("Skyline Logistics");

  const reply = await page.request.get("/api/stations?include_telemetry=true");
  const seen: { name: string; organization_name: string }[] = await reply.json();
  expect(new Set(seen.map((one) => one.organization_name))).toEqual(new Set(["Harbor Air"]));
  for (const { name, serial_number } of foreign) {
    expect(JSON.stringify(seen)).not.toContain(name);
    expect(JSON.stringify(seen)).not.toContain(serial_number);
  }
});
