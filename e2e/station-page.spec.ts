import { errorTime, reduceMessage, type StationError } from "@groundcrew/shared/station-errors";
import type { Station } from "@groundcrew/shared/stations";
import { minuteOf, type HistoryPoint } from "@groundcrew/shared/stats";
import type { Page } from "@playwright/test";
import { ADMIN, reading, tab } from "./station-steps.ts";
import { expect, test } from "./test.ts";

// @spec 9.3, 23.1, 90.1, 103.1, 103.2, 103.3
test("a station's page opens from its status in the list, and shows what the station reports", async ({
  login,
  system,
}) => {
  const { name, serial_number } = await system.onlineStation("atlas");
  const page = await login(ADMIN, `/?stations-q=${encodeURIComponent(serial_number)}`);
  await page.getByRole("link", { name: `Open the page of ${serial_number}` }).click();
  await expect(page).toHaveURL(`${system.url}/stations/${name}`);
  const main = page.getByRole("main");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name.replace(/^gc-/, ""));
  for (const text of [serial_number, "ONLINE", "Last Online now"]) await expect(main).toContainText(text);
  for (const label of ["Drone Toggles", "Lat Cycles", "Long Cycles", "Pad Cycles", "Roof Cycles"])
    await expect(reading(page, label)).toHaveText(/^\d/);

  await system.swap(name);
  await expect(async () => {
    const total = await system.swaps(name);
    await expect(reading(page, "Swaps")).toHaveText(total.toLocaleString("en-US"), { timeout: 40_000 });
  }).toPass();

  await tab(page, "Telemetry").click();
  await expect(reading(page, "MAC Address")).toHaveText(/^[0-9a-f:]{17}$/i);
  await tab(page, "Config").click();
  await expect.poll(async () => (await offsetValues(page, "Gantry Z Drone")).length).toBe(3);
  const [position = NaN, offset = NaN, sum] = await offsetValues(page, "Gantry Z Drone");
  expect(position + offset).toBe(sum);

  await system.disconnectStation(name);
  await page.reload();
  await expect(main).toContainText(/Last Online (\d+ s|\dm) ago/);
});

// @spec 72.1, 74.1, 103.2
test("a station's statistics, its chart and its swaps by period show the same counts since shipment, and its chart opens the errors of a minute", async ({
  login,
}) => {
  const page = await login(ADMIN);
  const { name, shipped, index, last, message } = await shippedStationWithError(page);
  const history = page.getByRole("region", { name: "Activity Data" });
  const swaps = page.getByRole("dialog", { name: /Swaps$/ });
  await page.goto(`/stations/${name}`);
  await expect(history.getByRole("button", { name: "Shipment" })).toHaveAttribute("aria-pressed", "true");
  await reading(page, "Swaps").getByRole("button").click();
  // The station keeps swapping, and the page polls every minute.
  await expect(async () => {
    const since = await countsSinceShipment(page, name);
    await expect(reading(page, "Swaps Since Shipment")).toHaveText(since.swaps, { timeout: 1_000 });
    await expect(reading(page, "Errors Since Shipment")).toHaveText(since.errors, { timeout: 1_000 });
    const totals = `Swaps ${since.swaps} · Errors ${since.errors} in this range`;
    await expect(history).toContainText(totals, { timeout: 1_000 });
    await expect(swaps.getByRole("row", { name: `Shipment (${shipped}) ${since.swaps}` })).toBeVisible({
      timeout: 1_000,
    });
  }).toPass();
  await page.keyboard.press("Escape");

  await history.getByRole("button", { name: "Lifetime" }).click();
  const slider = history.getByRole("slider");
  // The previous range stays visible until the new one has loaded; a new message may have added a point.
  await expect.poll(async () => Number(await slider.getAttribute("max"))).toBeGreaterThanOrEqual(last);
  await slider.fill(String(index));
  await slider.press("Enter");
  const errors = page.getByRole("dialog", { name: /Errors$/ }).getByRole("listitem");
  await expect(errors.filter({ hasText: message }).first()).toContainText(/Logged \d{4}-/);
});

/** Position, offset and sum in a row of the Config tab. */
async function offsetValues(page: Page, label: string): Promise<number[]> {
  const line = page.getByRole("region", { name: "Offsets" }).locator("dl > div").filter({ hasText: label });
  const texts = await line.getByRole("definition").locator("span:not([aria-hidden]), b").allTextContents();
  return texts.map(Number);
}

/** What a station has counted since its shipment, formatted as on the page. */
async function countsSinceShipment(page: Page, name: string): Promise<{ swaps: string; errors: string }> {
  const station: Station = await (await page.request.get(`/api/stations/${name}`)).json();
  const since = (total: number, atShipment: number | null) =>
    (total - (atShipment ?? Number.NaN)).toLocaleString("en-US");
  return {
    swaps: since(station.swaps_performed, station.swaps_shipment),
    errors: since(station.errors_total, station.errors_shipment),
  };
}

/**
 * A station that has swapped since its shipment and has an error in its history, with the index of that point, the last index and the
 * error's message.
 */
async function shippedStationWithError(page: Page) {
  const stations: Station[] = await (await page.request.get("/api/stations")).json();
  for (const { name, shipped, swaps_performed, swaps_shipment } of stations) {
    if (swaps_performed <= (swaps_shipment ?? Infinity)) continue;
    const errors: StationError[] = await (await page.request.get(`/api/stations/${name}/errors`)).json();
    const points: HistoryPoint[] = await (await page.request.get(`/api/stations/${name}/statistics/history`)).json();
    for (const error of errors) {
      const index = points.findIndex(({ time }) => time === minuteOf(errorTime(error)));
      if (index >= 0)
        return { name, shipped, index, last: points.length - 1, message: reduceMessage(error.error_message) };
    }
  }
  throw new Error("No shipped station has an error in its history.");
}
