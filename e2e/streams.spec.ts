import { expectMoving, expectPlaying, framesDecoded, watchPeers } from "./video-steps.ts";
import { ADMIN } from "./station-steps.ts";
import { expect, test } from "./test.ts";

test.describe("live video", () => {
  test.beforeEach(({ page }) => watchPeers(page));

  // @spec 57.3, 57.4, 60.1, 60.2, 178.2, 178.5, 309.2
  test("of the camera in use plays at once, with moving images and statistics, and closing the dialog deletes the stream", async ({
    login,
    system,
  }) => {
    const { name, serial_number, cameras } = await system.stationWithCameras("atlas");
    const inUse = cameras[0]?.name ?? "";
    const page = await login(ADMIN, `/?stations-type=&stations-q=${encodeURIComponent(serial_number)}`);
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

  // @spec 292.2
  test("fails when the process that sends it crashes, and plays again after Reload", async ({ login, system }) => {
    const { name } = await system.stationWithCameras("universal");
    const page = await login(ADMIN, `/stations/${name}/streams`);
    await expectPlaying(page);
    system.killMedia();
    await page.getByRole("alert").getByRole("button", { name: "Reload" }).click();
    await expectPlaying(page);
    await expect.poll(() => framesDecoded(page)).toBeGreaterThan(0);
  });

  test("ends when its user logs out", async ({ login, system, problems }) => {
    // Requests that the page sends afterwards.
    problems.allow(/^GET \/api\/.* returned 401$/);
    const page = await login(ADMIN);
    const { name } = await system.stationWithCameras("atlas");
    const opened = page.waitForResponse((response) => response.url().endsWith(`/api/stations/${name}/streams`));
    await page.goto(`/stations/${name}/streams`);
    const { id } = await (await opened).json();
    await expectPlaying(page);
    // Blocks the page's own request to end the stream.
    await page.route(`**/streams/${id}`, (route) => route.abort());
    await page.request.delete("/api/sessions/current");
    await expect.poll(() => system.auditOfStreamEnd(id)).toContain("session");
  });
});
