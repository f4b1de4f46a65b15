import type { Locator, Page } from "@playwright/test";
import { DATABASE_UNAVAILABLE, freeze, thaw } from "./faults.ts";
import { livePlaces, online, openPlace, type LivePlace, type Watched } from "./live-places.ts";
import { mapOf, MAP_PATH, receiveStations } from "./map-parts.ts";
import { ADMIN, receiveStation } from "./station-parts.ts";
import { expect, test } from "./test.ts";

/** Longer than the longest polling interval, and longer than the request timeout. */
const PAUSE_MS = 61_000;
const PATIENCE_MS = 11_000;
const HOUR_MS = 3_600_000;

const bannerOf = (region: Locator) => region.getByRole("alert").filter({ hasText: "Showing" }).first();

/** Advances the clock until everything has been requested again and unanswered requests have timed out. */
async function refetch(page: Page): Promise<void> {
  await page.clock.fastForward(PAUSE_MS);
  await page.clock.fastForward(PATIENCE_MS);
}

/** Allows for the response time of a busy machine. The page's clock hardly moves in the meantime, so the request doesn't time out. */
const soon = expect.configure({ timeout: 10_000 });

/** Advances the clock until the page shows the new responses; requests from before must time out first. */
async function refetchUntil(page: Page, isShown: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(PATIENCE_MS);
    await page.clock.fastForward(PAUSE_MS);
    await isShown();
  }).toPass({ intervals: [0] });
}

/** The distinct text colors of the elements. */
async function colorsOf(texts: Locator): Promise<string[]> {
  return texts.evaluateAll((all) => [...new Set(all.map((one) => getComputedStyle(one).color))]);
}

/** The color of stale values. */
async function greyOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const probe = document.createElement("span");
    probe.style.color = "var(--gc-text-3)";
    document.body.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  });
}

type StaleCheck = { page: Page; region: Locator; place: LivePlace };

async function expectLive({
  page,
  region,
  place: { live, readings, numbers, images, old },
}: StaleCheck): Promise<void> {
  await expect(bannerOf(region)).toHaveCount(0);
  if (live) await expect(live(region).first()).toBeVisible();
  if (old) await expect(old(region)).toHaveCount(0);
  const grey = await greyOf(page);
  for (const texts of [readings?.(region), numbers?.(region)]) {
    if (texts) await expect.poll(() => colorsOf(texts)).not.toContain(grey);
  }
  if (images) await expect(images(region).first()).toHaveCSS("filter", "none");
}

/** Asserts that no reading of the station looks live. */
async function expectOldReadings({ page, region, place: { live, readings } }: StaleCheck): Promise<void> {
  if (live) await expect(live(region)).toHaveCount(0);
  if (readings) await expect.poll(() => colorsOf(readings(region))).toEqual([await greyOf(page)]);
}

/** Asserts that the page or dialog marks its contents as stale, with the reason and the time of the last update. */
async function expectOld(check: StaleCheck, reason: string): Promise<void> {
  const { page, region, place } = check;
  const expected = new RegExp(`${reason}.*Showing .* as of [\\d: -]*\\d\\d:\\d\\d:\\d\\d`, "s");
  await expect(bannerOf(region)).toContainText(expected);
  await expectOldReadings(check);
  const { numbers, images, old, age } = place;
  if (numbers) await expect.poll(() => colorsOf(numbers(region))).toEqual([await greyOf(page)]);
  if (images) await expect(images(region).first()).toHaveCSS("filter", "grayscale(1)");
  if (old) await expect(old(region).first()).toBeVisible();
  if (age) await expectGrowing(page, age(region));
}

async function expectGrowing(page: Page, age: Locator): Promise<void> {
  const before = await age.textContent();
  expect(before).toMatch(/ago$/);
  await page.clock.fastForward(5 * PAUSE_MS);
  await expect(age).not.toHaveText(before ?? "");
}

const reasons = { server: "Unable to contact the server", database: DATABASE_UNAVAILABLE } as const;

/** Simulates each fault in turn, and checks what the page or dialog shows. */
async function expectHonest(check: StaleCheck): Promise<void> {
  const { page, region, place } = check;
  const banner = bannerOf(region);
  await test.step("the server is frozen", async () => {
    await freeze(page, "server");
    await refetch(page);
    await expectOld(check, reasons.server);
  });
  await test.step("the database is frozen", async () => {
    await freeze(page, "database");
    await refetchUntil(page, () => soon(banner).toContainText(reasons.database));
    await expectOld(check, reasons.database);
  });
  if (place.live || place.readings) {
    await test.step("the station is silent", async () => {
      await freeze(page, "link");
      await refetchUntil(page, () => soon(banner).toHaveCount(0));
      await expectOldReadings(check);
    });
  }
  await test.step("everything works again", async () => {
    await thaw(page);
    await refetchUntil(page, () => soon(banner).toHaveCount(0));
    await expectLive(check);
  });
  if (place.live) {
    await test.step("the computer has slept", async () => {
      await freeze(page, "server");
      await page.clock.setSystemTime(Date.now() + HOUR_MS);
      await expectOldReadings(check);
    });
  }
}

test.describe("what is shown says that it is old, since when and why, and is live again with the next answer", () => {
  let station: Watched;

  test.beforeEach(async ({ page, system }) => {
    await page.clock.install();
    await page.request.post("/api/sessions/current", { data: { email: ADMIN, password: system.password } });
    station = await system.filmedStation("atlas");
  });

  for (const place of livePlaces) {
    test(`${place.name}, whatever is frozen`, async ({ page }) => {
      const region = await openPlace(page, place, station);
      await expectLive({ page, region, place });
      await expectHonest({ page, region, place });
    });
  }

  test("when a station that counts as online has missed a report", async ({ page }) => {
    const last_active = new Date(Date.now() - 90_000).toISOString();
    const silent = { last_active, last_online: last_active, last_online_status: true };
    await receiveStation(page, station.name, silent);
    await receiveStations(page, (one) => (one.name === station.name ? { ...one, ...silent } : one));
    await page.goto(`/stations/${station.name}`);
    const main = page.getByRole("main");
    await expect(main.getByText(/^ONLINEas of \d\d:\d\d:\d\d$/)).toBeVisible();
    await expect(main.getByText(/Active now, as of \d\d:\d\d:\d\d/)).toBeVisible();
    await expect(main.getByText(/^Last Online \dm ago$/)).toBeVisible();
    await expect(bannerOf(main)).toHaveCount(0);
    await page.goto(`/stations/${station.name}/edit`);
    await expect(main.getByText(/^Connected as of \d\d:\d\d:\d\d$/)).toBeVisible();
    await page.goto(`${MAP_PATH}&stations-q=${encodeURIComponent(station.serial_number)}`);
    await expect(mapOf(page).getByRole("button", { name: / as of \d\d:\d\d:\d\d: / })).toBeVisible();
    await expect(main.getByText(/^ONLINEas of \d\d:\d\d:\d\d$/)).toBeVisible();
    await expect(bannerOf(main)).toHaveCount(0);
    await page.unrouteAll({ behavior: "wait" });
    await page.goto(`/stations/${station.name}`);
    await expect(online(main)).toBeVisible();
    await expect(main.getByText("Online now", { exact: true })).toBeVisible();
  });

  test("when a station that is waited for has not come, and the server is frozen", async ({ page }) => {
    await receiveStation(page, station.name, { last_active: null, last_online_status: false });
    await page.goto(`/stations/${station.name}/edit`);
    const main = page.getByRole("main");
    await expect(main.getByText("Waiting for first contact")).toBeVisible();
    await freeze(page, "server");
    // The page polls every 3 s; a new poll must not abort the previous request.
    await page.clock.runFor(40_000);
    await expect(bannerOf(main)).toContainText(reasons.server);
    await expect(main.getByText(/^No contact as of \d\d:\d\d:\d\d$/)).toBeVisible();
  });

  for (const place of livePlaces.filter(({ images }) => images)) {
    test(`when a camera's image cannot be refreshed: ${place.name}`, async ({ page }) => {
      const region = await openPlace(page, place, station);
      const tile = region.getByRole("list", { name: "Cameras" }).getByRole("listitem").first();
      await expect(tile.getByText(/^Updated [\d:]+$/)).toBeVisible();
      await page.route("**/cameras/*/image*", (route) => route.abort());
      await page.clock.fastForward(31_000);
      await expect(tile).toContainText("Failed to load (will retry)");
      await expect(tile.getByRole("img", { name: /^Latest from/ })).toHaveCSS("filter", "grayscale(1)");
      await expectGrowing(page, tile.getByText(/^checked .* ago$/));
      // The rest of the page stays live.
      await expect(page.getByText("ONLINE", { exact: true }).first()).toBeVisible();
      await page.unroute("**/cameras/*/image*");
      await page.clock.fastForward(31_000);
      await expect(tile.getByText(/^checked/)).toHaveCount(0);
      await expect(tile.getByRole("img", { name: /^Latest from/ })).toHaveCSS("filter", "none");
    });
  }

  test("when the computer has slept; a clock that is set back makes nothing younger or older", async ({ page }) => {
    const main = page.getByRole("main");
    const clock = (aheadMs: number) => page.clock.setSystemTime(Date.now() + aheadMs);
    await page.goto("/");
    await expect(online(main).first()).toBeVisible();
    await freeze(page, "server");
    await clock(2 * HOUR_MS);
    await expect(online(main)).toHaveCount(0);
    await thaw(page);
    await page.clock.fastForward(PATIENCE_MS);
    await page.clock.fastForward(PAUSE_MS);
    await expect(online(main).first()).toBeVisible();
    await expect(main.getByText(/^Updated \d+ s ago$/)).toBeVisible();
    await clock(-24 * HOUR_MS);
    await page.clock.fastForward(11_000);
    await expect(online(main).first()).toBeVisible();
    await expect(main.getByText(/^Updated \d+ s ago$/)).toBeVisible();
  });
});
