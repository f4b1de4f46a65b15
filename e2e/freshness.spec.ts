import type { Locator, Page } from "@playwright/test";
import { takeImagesOf } from "./camera-steps.ts";
import { liveDialogs, livePages, locate, type LivePlace, type Watched } from "./live-places.ts";
import { ADMIN, receiveStation } from "./station-parts.ts";
import { expect, test } from "./test.ts";

const API = "**/api/**";
/** Longer than the longest pause between two requests, and than an answer may take. */
const PAUSE_MS = 61_000;
const PATIENCE_MS = 11_000;

/** No request is answered any more, as behind a server or a proxy that stands still. */
async function freezeServer(page: Page): Promise<void> {
  await page.route(API, () => new Promise<void>(() => {}));
}

/** Every request is answered that the database is away. */
async function freezeDatabase(page: Page): Promise<void> {
  const problem = { title: "Service Unavailable", status: 503, detail: "The database does not answer." };
  await page.route(API, (route) =>
    route.fulfill({ status: 503, contentType: "application/problem+json", json: problem }),
  );
}

async function open(page: Page, place: LivePlace, station: Watched): Promise<Locator> {
  await page.goto(place.path(station));
  await place.openDialog?.(page, station);
  const here = locate(page, place);
  await expect(place.ready(here)).toBeVisible();
  if (place.live) await expect(place.live(here).first()).toBeVisible();
  return here;
}

const bannerOf = (here: Locator) => here.getByRole("alert").filter({ hasText: "Showing" }).first();

type Fault = { freeze: (page: Page) => Promise<void>; sentence: string };

/** Freezes what is behind a place, looks at it, and thaws it again. */
async function expectHonest(page: Page, here: Locator, { place, fault }: { place: LivePlace; fault: Fault }) {
  await fault.freeze(page);
  await page.clock.fastForward(PAUSE_MS);
  await page.clock.fastForward(PATIENCE_MS);
  await expect(bannerOf(here)).toContainText(
    new RegExp(`${fault.sentence}.*Showing .* as of [\\d: -]*\\d\\d:\\d\\d:\\d\\d`, "s"),
  );
  if (place.live) await expect(place.live(here)).toHaveCount(0);
  if (place.age) await expectGrowing(page, place.age(here));
  await page.unroute(API);
  // What was asked before is given up first.
  await page.clock.fastForward(PATIENCE_MS);
  await page.clock.fastForward(PAUSE_MS);
  await expect(bannerOf(here)).toHaveCount(0);
  if (place.live) await expect(place.live(here).first()).toBeVisible();
}

async function expectGrowing(page: Page, age: Locator): Promise<void> {
  const before = await age.textContent();
  expect(before).toMatch(/ago$/);
  await page.clock.fastForward(5 * PAUSE_MS);
  await expect(age).not.toHaveText(before ?? "");
}

test.describe("what is shown says that it is old, since when and why, and is live again with the next answer", () => {
  let station: Watched;

  test.beforeEach(async ({ page, login, house }) => {
    await page.clock.install();
    await login(ADMIN);
    station = await house.filmedStation("atlas");
  });

  for (const place of [...livePages, ...liveDialogs]) {
    test(`when the server answers no more: ${place.name}`, async ({ page }) => {
      if (place.hasImages) await takeImagesOf(page, station.name);
      const fault = { freeze: freezeServer, sentence: "Unable to contact the server" };
      await expectHonest(page, await open(page, place, station), { place, fault });
    });
  }

  test("when the database is away", async ({ page }) => {
    const fault = { freeze: freezeDatabase, sentence: "The database does not answer" };
    const [list, map, overview, telemetry] = livePages;
    for (const place of [list, map, overview, telemetry]) {
      if (!place) continue;
      await test.step(place.name, async () => {
        await expectHonest(page, await open(page, place, station), { place, fault });
      });
    }
  });

  test("when a station that counts as online has missed a report", async ({ page }) => {
    const last_active = new Date(Date.now() - 90_000).toISOString();
    await receiveStation(page, station.name, { last_active, last_online: last_active, last_online_status: true });
    await page.goto(`/stations/${station.name}`);
    const main = page.getByRole("main");
    await expect(main.getByText(/^ONLINEas of \d\d:\d\d:\d\d$/)).toBeVisible();
    await expect(main.getByText(/Active now, as of \d\d:\d\d:\d\d/)).toBeVisible();
    await expect(main.getByText(/^Last Online \dm ago$/)).toBeVisible();
    await expect(bannerOf(main)).toHaveCount(0);
    await page.unrouteAll({ behavior: "wait" });
    await page.reload();
    await expect(main.getByText("ONLINE", { exact: true })).toBeVisible();
    await expect(main.getByText("Online now", { exact: true })).toBeVisible();
  });

  test("when a camera's picture cannot be looked after", async ({ page }) => {
    await takeImagesOf(page, station.name);
    await page.goto(`/stations/${station.name}/cameras`);
    const tile = page.getByRole("list", { name: "Cameras" }).getByRole("listitem").first();
    await expect(tile.getByText(/^Updated [\d:]+$/)).toBeVisible();
    await page.route("**/cameras/*/image*", (route) => route.abort());
    await page.clock.fastForward(31_000);
    await expect(tile).toContainText("Failed to load (will retry)");
    await expect(tile.getByRole("img", { name: /^Latest from/ })).toHaveCSS("filter", "grayscale(1)");
    await expectGrowing(page, tile.getByText(/^checked .* ago$/));
    // The rest of the page is live.
    await expect(page.getByText("ONLINE", { exact: true })).toBeVisible();
    await page.unroute("**/cameras/*/image*");
    await page.clock.fastForward(31_000);
    await expect(tile.getByText(/^checked/)).toHaveCount(0);
    await expect(tile.getByRole("img", { name: /^Latest from/ })).toHaveCSS("filter", "none");
  });

  test("when the computer has slept; a clock that is set back makes nothing younger or older", async ({ page }) => {
    const main = page.getByRole("main");
    const online = main.getByText("ONLINE", { exact: true });
    const clock = (aheadMs: number) => page.clock.setSystemTime(Date.now() + aheadMs);
    await page.goto("/");
    await expect(online.first()).toBeVisible();
    await freezeServer(page);
    await clock(2 * 3_600_000);
    await expect(online).toHaveCount(0);
    await page.unroute(API);
    await page.clock.fastForward(PATIENCE_MS);
    await page.clock.fastForward(PAUSE_MS);
    await expect(online.first()).toBeVisible();
    await expect(main.getByText(/^Updated \d+ s ago$/)).toBeVisible();
    await clock(-24 * 3_600_000);
    await page.clock.fastForward(11_000);
    await expect(online.first()).toBeVisible();
    await expect(main.getByText(/^Updated \d+ s ago$/)).toBeVisible();
  });
});
