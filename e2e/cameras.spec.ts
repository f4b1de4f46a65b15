import { isCameraMissing } from "@groundcrew/shared/cameras";
import type { Station } from "@groundcrew/shared/stations";
import type { Page } from "@playwright/test";
import { takeImages, takeImagesOf } from "./camera-steps.ts";
import { ADMIN } from "./station-parts.ts";
import { expect, test } from "./test.ts";

const HEXBOARD = "HexBoard unavailable, camera captures with lights on likely to fail";
const OFFLINE = "Station appears offline, camera captures are likely to fail";

/** Opens the camera dialog of a station from its row. */
async function openDialog(page: Page, serial: string, opener: string | RegExp = "Cameras") {
  await page.goto(`/?stations-type=&stations-f-actual=0&stations-q=${encodeURIComponent(serial)}`);
  await page.getByRole("button", { name: `Details of ${serial}` }).click();
  await page.getByRole("button", { name: opener, exact: true }).click();
  return page.getByRole("dialog", { name: `${serial} - Cameras` });
}

// @spec 53.2, 57.1, 57.2, 57.6, 179.2, 294.1
test("camera indicators open the camera dialog, which takes new images with the lights on and off", async ({
  login,
  system,
}) => {
  const page = await login(ADMIN);
  const { serial_number: serial, cameras } = await system.filmedStation("atlas");
  const dialog = await openDialog(page, serial, `${cameras[0]?.name} ON`);
  const tiles = dialog.getByRole("list", { name: "Cameras" }).getByRole("listitem");
  await expect(tiles).toHaveCount(cameras.length);
  await expect(tiles.first()).toContainText("In use");
  for (const lights of ["on", "off"] as const) {
    await takeImages(dialog, lights);
    await expect(dialog.getByText(/^Updated \d\d:\d\d$/)).toHaveCount(cameras.length);
  }
  const image = dialog.getByRole("img", { name: `Latest from ${cameras[1]?.name}` });
  await expect.poll(() => image.evaluate((of) => (of instanceof HTMLImageElement ? of.naturalWidth : 0))).toBe(1_280);

  await dialog.getByRole("button", { name: `Enlarge ${cameras[1]?.name}` }).click();
  const large = page.getByRole("dialog", { name: `${serial} - ${cameras[1]?.name}` });
  await expect(large.getByRole("img", { name: `Latest from ${cameras[1]?.name}` })).toBeVisible();
  await expect(large).toContainText(/Updated \d\d:\d\d/);
  await page.keyboard.press("Escape");
  await expect(large).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
});

// @spec 3.2, 100.1, 294.1
test("the station page lists the cameras; images still to come are asked for again after a few seconds", async ({
  login,
  system,
}) => {
  const page = await login(ADMIN);
  const { name, cameras } = await system.filmedStation("universal");
  await page.clock.install();
  await page.goto(`/stations/${name}/cameras`);
  const grid = page.getByRole("list", { name: "Cameras" });
  await expect(grid.getByText("No image has been taken yet").first()).toBeVisible();
  // Simulates a station that takes longer than the server waits.
  await page.route("**/image", async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    await takeImagesOf(page, name);
    return route.fulfill({ status: 202, json: [] });
  });
  await page.getByRole("button", { name: "Take New Images (lights off)" }).click();
  const result = "Requested new images be taken successfully, please wait a few seconds.";
  await expect(page.getByText(result)).toBeVisible();
  await page.clock.runFor(10_000);
  await expect(grid.getByText(/^Updated \d\d:\d\d$/)).toHaveCount(cameras.length);
});

test("pressed twice, the button takes images once; how many have arrived is announced, and the focus stays on the button", async ({
  login,
  system,
}) => {
  const page = await login(ADMIN);
  const { name, cameras } = await system.filmedStation("universal");
  const end = Promise.withResolvers<void>();
  let count = 0;
  await page.route("**/image", async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    count += 1;
    await takeImagesOf(page, name);
    await end.promise;
    return route.fulfill({ status: 201, json: [] });
  });
  await page.goto(`/stations/${name}/cameras`);
  await expect(page.getByRole("list", { name: "Cameras" }).getByRole("listitem")).toHaveCount(cameras.length);
  const announced = page.locator("main [aria-live=polite]");
  await expect(announced).toHaveText("");
  const button = page.getByRole("button", { name: "Take New Images (lights off)" });
  await button.press("Enter");
  await page.keyboard.press("Enter");
  await expect(announced).toHaveText(`Taking new images... ${cameras.length} of ${cameras.length} have arrived.`);
  await expect(button).toBeFocused();
  end.resolve();
  await expect(announced).toHaveText("Took new images successfully");
  await expect(button).toBeFocused();
  expect(count).toBe(1);
});

test("a camera that the station does not detect says so", async ({ login }) => {
  const page = await login(ADMIN);
  const withMissing = async () => {
    const all: Station[] = await (await page.request.get("/api/stations?include_telemetry=true")).json();
    return all.find((of) => of.last_online_status && isCameraMissing(of))?.name ?? "";
  };
  await expect.poll(withMissing).not.toBe("");
  await page.goto(`/stations/${await withMissing()}/cameras`);
  await expect(page.getByRole("listitem").filter({ hasText: "Not detected" }).first()).toBeVisible();
});

// @spec 57.5, 179.1, 295.1, 309.3
test("an image that fails to load says why and is tried again within 30 seconds", async ({ login, system }) => {
  const page = await login(ADMIN);
  const { name, cameras } = await system.filmedStation("atlas", 1);
  await takeImagesOf(page, name);
  const broken = `**/cameras/${cameras[0]?.id}/image?t=*`;
  await page.route(broken, (route) => route.fulfill({ status: 504, contentType: "text/html", body: "<p>late</p>" }));
  await page.clock.install();
  await page.goto(`/stations/${name}/cameras`);
  const tile = page.getByRole("list", { name: "Cameras" }).getByRole("listitem").first();
  await expect(tile).toContainText("Failed to load (will retry)");
  await expect(tile).toContainText("An error occurred (status: 504 Gateway Timeout)");
  await page.unroute(broken);
  await page.clock.runFor(31_000);
  await expect(tile).toContainText(/Updated \d\d:\d\d/);

  // Once an image has loaded, a failed refresh keeps it and shows its age.
  await page.route("**/image", (route) => route.abort());
  await page.clock.runFor(31_000);
  await expect(tile).toContainText("Failed to load (will retry)");
  await expect(tile).toContainText("Unable to contact the server (likely due to a network error)");
  await expect(tile.getByRole("img", { name: `Latest from ${cameras[0]?.name}` })).toBeVisible();
  await expect(tile).toContainText(/Updated \d\d:\d\d/);
});

// @spec 57.7, 293.1
test("captures are warned about without hexboard, and the station's refusal is shown", async ({ login, problems }) => {
  problems.allow(/^POST \/api\/stations\/[^/]+\/cameras\/\*\/image answered 503$/);
  const page = await login(ADMIN);
  const hexboard = (of: Sent) => of.last_telemetry_data?.status?.usb_status?.serial_devices_detected?.hexboard;
  const serialWithout = async () => {
    const all: Sent[] = await (await page.request.get("/api/stations?include_telemetry=true")).json();
    const without = all.find((of) => of.last_online_status && hexboard(of)?.detected === false);
    return without?.serial_number ?? "";
  };
  await expect.poll(serialWithout).not.toBe("");
  const dialog = await openDialog(page, await serialWithout());
  await expect(dialog.getByText(HEXBOARD)).toBeVisible();
  await dialog.getByRole("button", { name: "Take New Images (lights on)" }).click();
  await expect(dialog.getByRole("alert")).toContainText(
    "The HexBoard was not found, so the lights cannot be switched on.",
  );
});

// @spec 57.7, 293.2
test("captures of an offline station are warned about, and refused with a sentence", async ({
  login,
  system,
  problems,
}) => {
  problems.allow(/^POST \/api\/stations\/[^/]+\/cameras\/\*\/image answered 503$/);
  const { name } = await system.onlineStation("global");
  await system.unplug(name);
  const page = await login(ADMIN, `/stations/${name}/cameras`);
  await expect(page.getByText(OFFLINE)).toBeVisible();
  await page.getByRole("button", { name: "Take New Images (lights off)" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "offline" })).toBeVisible();
});

// @spec 106.1
test("a station without cameras says so on both tabs", async ({ login, system }) => {
  const page = await login(ADMIN);
  const { name } = await system.filmedStation("universal");
  await page.route(`**/api/stations/${name}/cameras`, (route) => route.fulfill({ json: [] }));
  for (const tab of ["cameras", "streams"]) {
    await page.goto(`/stations/${name}/${tab}`);
    await expect(page.getByText("This station doesn't have any cameras.")).toBeVisible();
  }
});

// @spec 107.1, 193.1
test("an atlas with seven cameras keeps its charger camera to itself", async ({ login, system, problems }) => {
  // The station doesn't have these cameras.
  problems.allow(/^HEAD \/api\/stations\/[^/]+\/cameras\/(front|rear|pad|gantry|sky|lift)\/image answered 404$/);
  const page = await login(ADMIN);
  const { name } = await system.filmedStation("atlas");
  const ids = ["front", "rear", "pad", "gantry", "sky", "lift", "charger"];
  const seven = ids.map((id) => ({ id, name: `camera_${id}`, in_use: id === "sky" }));
  await page.route(`**/api/stations/${name}/cameras`, (route) => route.fulfill({ json: seven }));
  await page.goto(`/stations/${name}/cameras`);
  const tiles = page.getByRole("list", { name: "Cameras" }).getByRole("listitem");
  await expect(tiles).toHaveCount(6);
  await expect(tiles.first()).toContainText("camera_sky");
  await page.goto(`/stations/${name}/streams`);
  const tabs = page.getByRole("tablist", { name: "Cameras" }).getByRole("tab");
  const shown = ["sky", "front", "rear", "pad", "gantry", "lift"].map((id) => `camera_${id}`);
  await expect(tabs).toHaveText(shown);
});

type Sent = {
  serial_number: string;
  last_online_status: boolean;
  last_telemetry_data: {
    status?: { usb_status?: { serial_devices_detected?: { hexboard?: { detected: boolean } } } };
  } | null;
};
