import { errorTime, reduceMessage, type StationError } from "@groundcrew/shared/station-errors";
import type { Station } from "@groundcrew/shared/stations";
import { minuteOf, type HistoryPoint } from "@groundcrew/shared/stats";
import type { Page } from "@playwright/test";
import { stopClock } from "./clock.ts";
import { ADMIN, firstStation, reading, receiveStation, tab, USER } from "./station-parts.ts";
import { expect, test } from "./test.ts";

test.describe("the station page", () => {
  // @spec 90.1
  test("has a header with the id part, serial number, organization, status and Last Online", async ({
    login,
    system,
  }) => {
    const station = await system.onlineStation("atlas");
    const page = await login(ADMIN, `/stations/${station.name}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(station.name.replace(/^gc-/, ""));
    await expect(page.getByRole("main")).toContainText(station.serial_number);
    await expect(page.getByRole("main")).toContainText("ONLINE");
    await expect(page.getByRole("main")).toContainText("Online now");
    await system.unplug(station.name);
    await page.reload();
    await expect(page.getByRole("main")).toContainText(/Last Online (\d+ s|\dm) ago/);
  });

  // @spec 9.3, 23.1
  test("opens from the status button of a row", async ({ login, system }) => {
    const { name, serial_number } = await system.onlineStation("universal");
    const page = await login(ADMIN, `/?stations-type=universal&stations-q=${encodeURIComponent(serial_number)}`);
    await page.getByRole("link", { name: `Open the page of ${serial_number}` }).click();
    await expect(page).toHaveURL(new RegExp(`/stations/${name}$`));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(name.replace(/^gc-/, ""));
  });

  // @spec 90.3, 299.3
  test("shows 'This station doesn't seem to exist.' for a name that no station has", async ({
    login,
    system,
    problems,
  }) => {
    problems.allow(/^GET \/api\/stations\/gc-ffffffffffff\?.* answered 404$/);
    const page = await login(ADMIN, "/stations/gc-ffffffffffff");
    await expect(page.getByRole("alert")).toContainText("This station doesn't seem to exist.");
    await page.getByRole("link", { name: "Back to Stations List" }).click();
    await expect(page).toHaveURL(`${system.url}/`);
  });

  // @spec 90.3
  test("gives a station of another organization the same answer as none", async ({ login, system, problems }) => {
    const [foreign] = await system.stationsOf("Skyline Logistics");
    problems.allow(new RegExp(`^GET /api/stations/${foreign?.name}\\?.* answered 404$`));
    const page = await login(USER, `/stations/${foreign?.name}`);
    await expect(page.getByRole("alert")).toContainText("This station doesn't seem to exist.");
  });

  // @spec 23.1, 94.1
  test("leads from an unknown path to its Overview", async ({ login, system }) => {
    const { name } = await system.onlineStation("atlas");
    const page = await login(ADMIN, `/stations/${name}/nothing/here`);
    await expect(page).toHaveURL(`${system.url}/stations/${name}`);
    await expect(tab(page, "Overview")).toHaveAttribute("aria-current", "page");
  });

  // @spec 24.1, 95.1
  test("leads someone who is no admin from Edit to its Overview", async ({ login, system }) => {
    const [own] = await system.stationsOf("Harbor Air");
    const page = await login(USER, `/stations/${own?.name}/edit`);
    await expect(page).toHaveURL(`${system.url}/stations/${own?.name}`);
    await expect(tab(page, "Overview")).toBeVisible();
    await expect(tab(page, "Edit")).toHaveCount(0);
  });

  // @spec 90.4, 177.6, 309.5
  test("is asked for again every 15 seconds, in the background and with its entity tag", async ({ login, system }) => {
    const page = await login(ADMIN);
    const { name } = await system.onlineStation("atlas");
    await page.clock.install();
    await page.goto(`/stations/${name}`);
    await expect(reading(page, "API Version")).toBeVisible();
    await stopClock(page);
    const asked = page.waitForRequest((request) => request.url().includes(`/api/stations/${name}?`));
    await page.clock.runFor(16_000);
    const request = await asked;
    expect(request.headers()["if-none-match"]).toMatch(/^(W\/)?"/);
    expect(request.headers()["x-background"]).toBe("1");
  });
});

test.describe("the Overview", () => {
  // @spec 103.1, 103.2
  test("counts a swap of the station within its next refresh", async ({ login, system }) => {
    const { name } = await system.onlineStation("atlas");
    const page = await login(ADMIN, `/stations/${name}`);
    await expect(reading(page, "Swaps")).toHaveText(/\d/);
    await system.swap(name);
    await expect(async () => {
      const total = await system.swaps(name);
      await expect(reading(page, "Swaps")).toHaveText(total.toLocaleString("en-US"), { timeout: 40_000 });
    }).toPass();
    for (const label of ["Swaps Since Shipment", "Errors", "Errors Since Shipment", "Errors Unresolved"])
      await expect(reading(page, label)).toHaveText(/^(\d[\d,]*|–)$/);
    await expect(reading(page, "Last Telemetry")).toContainText("ago");
  });

  // @spec 103.3
  test("has cycle counts if the station reports them", async ({ login, system }) => {
    const { name } = await system.onlineStation("atlas");
    const page = await login(ADMIN, `/stations/${name}`);
    for (const label of ["Drone Toggles", "Lat Cycles", "Long Cycles", "Pad Cycles", "Roof Cycles"])
      await expect(reading(page, label)).toHaveText(/^\d/);
  });

  // @spec 103.2
  test("lists the swaps of each period in a dialog", async ({ login, system }) => {
    const { name } = await system.onlineStation("atlas");
    const page = await login(ADMIN, `/stations/${name}`);
    const opener = reading(page, "Swaps").getByRole("button");
    await opener.click();
    const dialog = page.getByRole("dialog", { name: /Swaps$/ });
    for (const period of ["All", "Year", "Month", "Week", "Day"])
      await expect(dialog.getByRole("row", { name: new RegExp(`^${period} (\\d|–)`) })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(opener).toBeFocused();
  });

  test("counts the same since shipment in its statistics, its chart and its swaps by period", async ({ login }) => {
    const page = await login(ADMIN);
    const isKnown = ({ swaps_performed, swaps_shipment }: Station) => swaps_performed > (swaps_shipment ?? Infinity);
    const { name, shipped } = await firstStation<Station>(page, "", isKnown);
    const history = page.getByRole("region", { name: "Activity Data" });
    const dialog = page.getByRole("dialog", { name: /Swaps$/ });
    await page.goto(`/stations/${name}`);
    await expect(history.getByRole("button", { name: "Shipment" })).toHaveAttribute("aria-pressed", "true");
    await reading(page, "Swaps").getByRole("button").click();
    // The station keeps swapping, and the page polls every minute.
    await expect(async () => {
      const { swaps, errors } = await sinceShipped(page, name);
      await expect(reading(page, "Swaps Since Shipment")).toHaveText(swaps, { timeout: 1_000 });
      await expect(reading(page, "Errors Since Shipment")).toHaveText(errors, { timeout: 1_000 });
      await expect(history).toContainText(`Swaps ${swaps} · Errors ${errors} in this range`, { timeout: 1_000 });
      await expect(dialog.getByRole("row", { name: `Shipment (${shipped}) ${swaps}` })).toBeVisible({ timeout: 1_000 });
    }).toPass();
  });

  test("shows dashes when the counts at shipment are unknown", async ({ login, system }) => {
    const page = await login(ADMIN);
    const { name } = await system.onlineStation("atlas");
    await receiveStation(page, name, { shipped: "2020-01-01", swaps_shipment: null, errors_shipment: null });
    // Cuts off the beginning of the history.
    await page.route(/statistics\/history/, async (route) => {
      const response = await route.fetch();
      const points: HistoryPoint[] = await response.json();
      await route.fulfill({ response, json: points.slice(-2) });
    });
    await page.goto(`/stations/${name}`);
    for (const label of ["Swaps Since Shipment", "Errors Since Shipment"])
      await expect(reading(page, label)).toHaveText("–");
    const history = page.getByRole("region", { name: "Activity Data" });
    await expect(history).toContainText(/Swaps – · Errors – in this range · history since \d{4}-\d\d-\d\d/);
    await expect(history.getByRole("slider")).toHaveAccessibleName(/: – swaps and – errors\.$/);
  });

  // @spec 71.3, 73.1, 103.4
  test("draws the history over Lifetime, Month, Week and Day with its totals", async ({ login, system }) => {
    const { name } = await system.onlineStation("atlas");
    const page = await login(ADMIN, `/stations/${name}`);
    const history = page.getByRole("region", { name: "Activity Data" });
    await expect(history.getByRole("slider")).toBeVisible();
    for (const [range, days] of [
      ["Month", 30],
      ["Week", 7],
      ["Day", 1],
    ] as const) {
      // The page still polls the previous range every minute.
      const asked = page.waitForRequest((request) => daysAsked(request.url()) === days);
      await history.getByRole("button", { name: range }).click();
      const query = new URL((await asked).url()).searchParams;
      expect(query.get("include_online")).toBe("true");
    }
    await history.getByRole("button", { name: "Lifetime" }).click();
    await expect(history.getByRole("slider")).toHaveAccessibleName(/Activity Data\. From .* swaps and .* errors\./);
    await expect(history).toContainText(/Swaps [\d,]+ · Errors [\d,]+ in this range/);
    await expect(history.getByRole("term").filter({ hasText: "Roof" })).toBeVisible();
  });

  // @spec 74.1
  test("opens the errors of the minute at the point that is clicked", async ({ login, system }) => {
    const { name } = await system.onlineStation("atlas");
    const page = await login(ADMIN, `/stations/${name}`);
    const history = page.getByRole("region", { name: "Activity Data" });
    await expect(history.getByRole("slider")).toBeVisible();
    // The chart's overlay on top of the canvas receives the click.
    await history.locator(".u-over").click();
    await expect(page.getByRole("dialog", { name: /Errors$/ })).toBeVisible();
  });

  // @spec 72.1, 74.1
  test("opens the errors of a minute by keyboard too, each with a logged time", async ({ login, system }) => {
    const page = await login(ADMIN);
    const { name, index, last, message } = await stationWithError(page, await system.stationsOf("Skyline Logistics"));
    await page.goto(`/stations/${name}`);
    const history = page.getByRole("region", { name: "Activity Data" });
    await history.getByRole("button", { name: "Lifetime" }).click();
    const slider = history.getByRole("slider");
    // The previous range stays visible until the new one has loaded; a new message may have added a point.
    await expect.poll(async () => Number(await slider.getAttribute("max"))).toBeGreaterThanOrEqual(last);
    await slider.fill(String(index));
    await expect(slider).toHaveAttribute("aria-valuetext", /Swaps .*, Errors .*, (Roof|Door) .*, Pad .*, Online/);
    await slider.press("Enter");
    const dialog = page.getByRole("dialog", { name: /Errors$/ });
    await expect(dialog.getByRole("listitem").filter({ hasText: message }).first()).toContainText(/Logged \d{4}-/);
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(slider).toBeFocused();
  });
});

/** What a station has counted since its shipment, formatted as on the page. */
async function sinceShipped(page: Page, name: string): Promise<{ swaps: string; errors: string }> {
  const station: Station = await (await page.request.get(`/api/stations/${name}`)).json();
  const since = (total: number, before: number | null) => (total - (before ?? Number.NaN)).toLocaleString("en-US");
  return {
    swaps: since(station.swaps_performed, station.swaps_shipment),
    errors: since(station.errors_total, station.errors_shipment),
  };
}

/** How many days of history a URL requests. */
function daysAsked(url: string): number | null {
  if (!url.includes("statistics/history")) return null;
  const after = Date.parse(new URL(url).searchParams.get("filter_after") ?? "");
  return Math.round((Date.now() - after) / 86_400_000);
}

/** A station with an error in its history, with the index of that point, the last index and the error's message. */
async function stationWithError(page: Page, stations: readonly { name: string }[]) {
  for (const { name } of stations) {
    const errors: StationError[] = await (await page.request.get(`/api/stations/${name}/errors`)).json();
    const points: HistoryPoint[] = await (
      await page.request.get(`/api/stations/${name}/statistics/history?include_online=true`)
    ).json();
    for (const error of errors) {
      const index = points.findIndex(({ time }) => time === minuteOf(errorTime(error)));
      if (index >= 0) return { name, index, last: points.length - 1, message: reduceMessage(error.error_message) };
    }
  }
  throw new Error("No station has an error in its history.");
}
