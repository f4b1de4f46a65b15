import { startCoturn } from "../../scripts/coturn.ts";
import { freeUdpPort } from "../../server/src/platform/relay/stun.ts";
import { startTestSystem } from "../test-system.ts";
import { expectMoving, watchPeers } from "../video-steps.ts";
import { ADMIN } from "../station-steps.ts";
import { expect, test } from "../test.ts";

/** Long enough to download coturn. */
const TIMEOUT_MS = 600_000;

test("live video passes through coturn when only the relay may be used", async ({ browser }) => {
  test.setTimeout(TIMEOUT_MS);
  const port = await freeUdpPort("127.0.0.1", 0);
  const coturn = startCoturn({ port, secret: "a secret of coturn for tests, long enough" });
  const system = await startTestSystem({ stations: 6, settings: coturn.settings });
  try {
    const context = await browser.newContext({ baseURL: system.url });
    const page = await context.newPage();
    await watchPeers(page, "relay");
    const credentials = { email: ADMIN, password: system.password };
    await page.request.post("/api/sessions/current", { data: credentials });
    const { name, cameras } = await system.stationWithCameras("atlas");
    const opened = page.waitForResponse((response) => response.url().endsWith(`/api/stations/${name}/streams`));
    await page.goto(`/stations/${name}/streams`);
    const { turn } = await (await opened).json();
    const [expires] = turn.username.split(":");
    expect(Number(expires) * 1_000 - Date.now()).toBeLessThanOrEqual(600_000);
    await expectMoving(page, cameras[0]?.name ?? "");
    await page.getByRole("button", { name: "Stream Info" }).click();
    const info = page.getByRole("dialog").locator("dl > div");
    await expect(info.filter({ hasText: "Candidate pair" })).toContainText("relay → ");
    await context.close();
  } finally {
    await system.stop();
    await coturn.stop();
  }
});
