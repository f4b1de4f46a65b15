import type { Locator, Page } from "@playwright/test";
import { expectAccessible, expectAccessibleInEachLayout } from "../axe.ts";
import { takeImages } from "../camera-steps.ts";
import { ADMIN } from "../station-steps.ts";
import { expect, test } from "../test.ts";

/** Opens live video, again if a busy station does not answer in time: this test is not about how fast it is. */
async function expectPlaying(container: Page | Locator): Promise<void> {
  const reload = container.getByRole("button", { name: "Reload" });
  const playing = container.getByText("Playing", { exact: true });
  await expect(async () => {
    if (await reload.isVisible()) await reload.click();
    await expect(playing).toBeVisible({ timeout: 10_000 });
  }).toPass({ timeout: 120_000 });
}

test("images, live video and Stream Info are accessible, in the dialog and on the page", async ({
  login,
  system,
  problems,
}) => {
  problems.allow(/^POST \/api\/stations\/[\w-]+\/streams returned 503$/);
  const { name, serial_number: serial, cameras } = await system.stationWithCameras("atlas");
  const page = await login(ADMIN, `/?stations-type=&stations-q=${encodeURIComponent(serial)}`);
  await page.getByRole("button", { name: `Details of ${serial}` }).click();
  await page.getByRole("button", { name: "Cameras", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: `${serial} - Cameras` });
  await takeImages(dialog, "off");
  await expect(dialog.getByText(/^Updated/)).toHaveCount(cameras.length);
  await expectAccessibleInEachLayout(page);
  await dialog.getByRole("tab", { name: "Streams" }).click();
  await expectPlaying(dialog);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Stream Info" }).click();
  await expect(page.getByRole("dialog", { name: `${serial} - Stream Info` })).toContainText("640 × 360");
  await expectAccessibleInEachLayout(page);
  for (const tab of ["cameras", "streams"]) {
    await page.goto(`/stations/${name}/${tab}`);
    if (tab === "cameras") await expect(page.getByText(/^Updated/)).toHaveCount(cameras.length);
    else await expectPlaying(page);
    await expectAccessible(page);
  }
});
