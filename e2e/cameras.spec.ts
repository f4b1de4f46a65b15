import type { Page } from "@playwright/test";
import { takeImages } from "./camera-steps.ts";
import { ADMIN } from "./station-steps.ts";
import { expect, test } from "./test.ts";

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
  const { serial_number: serial, cameras } = await system.stationWithCameras("atlas");
  const dialog = await openDialog(page, serial, `${cameras[0]?.name} ON`);
  const tiles = dialog.getByRole("list", { name: "Cameras" }).getByRole("listitem");
  await expect(tiles).toHaveCount(cameras.length);
  await expect(tiles.first()).toContainText("In use");
  for (const lights of ["on", "off"] as const) {
    await takeImages(dialog, lights);
    await expect(dialog.getByText(/^Updated \d\d:\d\d$/)).toHaveCount(cameras.length);
  }
  const image = dialog.getByRole("img", { name: `Latest from ${cameras[1]?.name}` });
  await expect
    .poll(() => image.evaluate((element) => (element instanceof HTMLImageElement ? element.naturalWidth : 0)))
    .toBe(1_280);

  await dialog.getByRole("button", { name: `Enlarge ${cameras[1]?.name}` }).click();
  const large = page.getByRole("dialog", { name: `${serial} - ${cameras[1]?.name}` });
  await expect(large.getByRole("img", { name: `Latest from ${cameras[1]?.name}` })).toBeVisible();
  await expect(large).toContainText(/Updated \d\d:\d\d/);
  await page.keyboard.press("Escape");
  await expect(large).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
});
