import { expectAccessible } from "../axe.ts";
import { awaitVideo, takeImages } from "../camera-steps.ts";
import { ADMIN } from "../station-steps.ts";
import { expect, test } from "../test.ts";

test("images and live video are accessible, on the page and in the dialog", async ({ login, system, problems }) => {
  problems.allow(/^POST \/api\/stations\/[\w-]+\/streams returned 503$/);
  const { name, serial_number: serial, cameras } = await system.stationWithCameras("atlas");
  const page = await login(ADMIN, `/stations/${name}/cameras`);
  await takeImages(page.getByRole("main"), "off");
  await expect(page.getByText(/^Updated/)).toHaveCount(cameras.length);
  await expectAccessible(page);
  await page.goto(`/stations/${name}/streams`);
  await awaitVideo(page);
  await expectAccessible(page);
  await page.goto(`/?stations-type=&stations-q=${encodeURIComponent(serial)}`);
  await page.getByRole("button", { name: `Details of ${serial}` }).click();
  await page.getByRole("button", { name: "Cameras", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: `${serial} - Cameras` });
  await dialog.getByRole("tab", { name: "Streams" }).click();
  await awaitVideo(dialog);
  await expectAccessible(page);
});
