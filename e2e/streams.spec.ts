import { ADMIN } from "./station-steps.ts";
import { expect, test } from "./test.ts";
import { expectMoving, watchPeers } from "./video-steps.ts";

// @spec 57.3, 57.4, 60.1, 60.2, 178.2, 178.5, 309.2
test("live video of the camera in use plays at once, with moving images and statistics, and closing the dialog deletes the stream", async ({
  login,
  page,
  system,
}) => {
  await watchPeers(page);
  const { name, serial_number, cameras } = await system.stationWithCameras("atlas");
  const inUse = cameras[0]?.name ?? "";
  await login(ADMIN, `/?stations-type=&stations-q=${encodeURIComponent(serial_number)}`);
  await page.getByRole("button", { name: `Details of ${serial_number}` }).click();
  await page.getByRole("button", { name: `${inUse} ON` }).click();
  const dialog = page.getByRole("dialog", { name: `${serial_number} - Cameras` });
  await dialog.getByRole("tab", { name: "Streams" }).click();
  await expect(dialog.getByRole("tablist", { name: "Cameras" }).getByRole("tab").first()).toHaveText(inUse);
  await expect(dialog.getByRole("tab", { name: inUse })).toHaveAttribute("aria-selected", "true");
  await expectMoving(page, inUse);

  await dialog.getByRole("button", { name: "Stream Info" }).click();
  const info = page.getByRole("dialog", { name: `${serial_number} - Stream Info` });
  const value = (label: string) => info.locator("dl > div").filter({ hasText: label }).getByRole("definition");
  await expect(value("State")).toHaveText("Playing");
  await expect(value("Station")).toHaveText(name);
  await expect(value("Stream ID")).toHaveText(/^[0-9a-f]{32}$/);
  await expect(value("Candidate pair")).toHaveText(/host|prflx|srflx/);
  await expect(value("Resolution")).toHaveText("640 × 360");
  await expect(value("Bitrate")).toHaveText(/\d (k|M)bit\/s/);
  const decoded = await value("Frames decoded").textContent();
  await expect(value("Frames decoded")).not.toHaveText(decoded ?? "");
  await info.getByRole("button", { name: "Close", exact: true }).click();

  const deleted = page.waitForResponse((response) => response.request().method() === "DELETE");
  await dialog.getByRole("button", { name: "Close", exact: true }).click();
  expect((await deleted).status()).toBe(204);
  const peers = () => page.evaluate(() => window.peerConnections.map(({ connectionState }) => connectionState));
  await expect.poll(peers).toEqual(["closed"]);
});
