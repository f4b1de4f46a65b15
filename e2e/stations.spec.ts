import type { Page } from "@playwright/test";
import { stopClock } from "./clock.ts";
import { expect, test } from "./test.ts";

/** Shows one station of a type, found by its serial number. */
async function showStation(page: Page, { type, serial }: { type: string; serial: string }) {
  await page.goto(`/?stations-type=${type}&stations-q=${encodeURIComponent(serial)}`);
  return page.getByRole("list", { name: "Stations" }).getByRole("listitem").filter({ hasText: serial });
}

/** Presses Refresh until the check passes: the server shows a change shortly after it is stored. */
async function expectAfterRefresh(page: Page, check: () => Promise<void>) {
  await expect(async () => {
    await page.getByRole("button", { name: "Refresh" }).click();
    await check();
  }).toPass();
}

/** Long enough to show a response, which may still predate the change. */
const soon = { timeout: 10_000 };

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
  await expectAfterRefresh(page, () => expect(row).toContainText("107°F", soon));
  await system.swap(station.name);
  await expectAfterRefresh(page, async () => {
    const total = await system.swaps(station.name);
    // The row shortens large counts; its title has all digits.
    await expect(row.getByTitle(`Swaps: ${total.toLocaleString("en-US")}`, { exact: true })).toBeVisible(soon);
  });
  await system.unplug(station.name);
  await expectAfterRefresh(page, () => expect(row).toContainText("OFFLINE", soon));
});

// @spec 177.1, 177.5, 309.4
test("the list is polled every 60 seconds, for changes only", async ({ login, system }) => {
  const page = await login("admin@groundcrew.example");
  await page.clock.install();
  await page.goto("/");
  await expect(page.getByRole("list", { name: "Stations" })).toBeVisible();
  await stopClock(page);
  const station = await system.onlineStation("atlas");
  await system.reportTemperature(station.name, 64);

  // The server shows a change shortly after it is stored, so it may come with the next poll, a minute later.
  await expect(async () => {
    const asked = page.waitForRequest(/\/api\/stations\?.*filter_online_after=/, { timeout: 20_000 });
    await page.clock.runFor(60_000);
    const request = await asked;
    expect(request.headers()["if-none-match"]).toMatch(/^(W\/)?"/);
    expect(request.headers()["x-background"]).toBe("1");
    const reply = await request.response();
    const changed: unknown[] = await reply?.json();
    expect(changed).toContainEqual(expect.objectContaining({ name: station.name }));
  }).toPass();
});

// @spec 9.1, 19.1, 49.2
test("a user of an organization sees its stations and nothing of any other", async ({ login, system }) => {
  const own = await system.stationsOf("Harbor Air");
  const foreign = await system.stationsOf("Skyline Logistics");
  expect(own.length).toBeGreaterThan(0);
  expect(foreign.length).toBeGreaterThan(0);

  const page = await login("user@harbor.example", "/?stations-type=&stations-f-actual=0");
  const list = page.getByRole("list", { name: "Stations" });
  await expect(list).toContainText("Harbor Air");
  await expect(list).not.toContainText("Skyline Logistics");

  const reply = await page.request.get("/api/stations?include_telemetry=true&include_support_metrics=true");
  const seen: { organization_name: string }[] = await reply.json();
  expect(new Set(seen.map((one) => one.organization_name))).toEqual(new Set(["Harbor Air"]));
  for (const { name, serial_number } of foreign) {
    expect(JSON.stringify(seen)).not.toContain(name);
    expect(JSON.stringify(seen)).not.toContain(serial_number);
  }
});

// @spec 9.2, 46.5, 46.6, 46.9
test("the copied link opens the same view", async ({ login, context, system }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const page = await login("admin@groundcrew.example");
  await page.getByRole("button", { name: "Global" }).click();
  await expect(page).toHaveURL(/stations-type=global/);
  await page.getByRole("searchbox").fill("harbor");
  await expect(page).toHaveURL(/stations-q=harbor/);
  await page.getByRole("button", { name: "Copy a link to this view" }).click();
  await expect(page.getByText("Copied link to clipboard")).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toBe(`${system.url}/?stations-q=harbor&stations-type=global`);
});
