import { ensureTurnserver } from "../scripts/coturn.ts";
import { startTestSystem } from "./test-system.ts";
import { expectMoving, watchPeers } from "./live.ts";
import { ADMIN } from "./station-parts.ts";
import { expect, test } from "./test.ts";

/** Allows for the download of coturn. */
const FETCHED_MS = 600_000;

test("live video passes through coturn when nothing but the relay works", async ({ browser }) => {
  test.setTimeout(FETCHED_MS);
  const folder = ensureTurnserver((line) => process.stdout.write(`${line}\n`));
  const system = await startTestSystem({ stations: 6, settings: { PATH: folder, RELAY_PEERS: "public" } });
  try {
    const context = await browser.newContext({ baseURL: system.url });
    const page = await context.newPage();
    await watchPeers(page, "relay");
    const as = { email: ADMIN, password: system.password };
    await page.request.post("/api/sessions/current", { data: as });
    const { name, cameras } = await system.stationWithCameras("atlas");
    const opened = page.waitForResponse((reply) => reply.url().endsWith(`/api/stations/${name}/streams`));
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
  }
});
