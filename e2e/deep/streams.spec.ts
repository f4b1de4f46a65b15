import { ADMIN } from "../station-steps.ts";
import { expect, test } from "../test.ts";
import { expectPlaying, framesDecoded, watchPeers } from "../video-steps.ts";

test.beforeEach(({ page }) => watchPeers(page));

// @spec 292.2
test("live video fails when the process that sends it crashes, and plays again after Reload", async ({
  login,
  system,
}) => {
  const { name } = await system.stationWithCameras("universal");
  const page = await login(ADMIN, `/stations/${name}/streams`);
  await expectPlaying(page);
  system.killMedia();
  await page.getByRole("alert").getByRole("button", { name: "Reload" }).click();
  await expectPlaying(page);
  await expect.poll(() => framesDecoded(page)).toBeGreaterThan(0);
});

test("live video ends when its user logs out", async ({ login, system, problems }) => {
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
