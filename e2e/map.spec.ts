import { createServer } from "node:http";
import { once } from "node:events";
import { expectAccessible } from "./axe.ts";
import { startTestSystem } from "./test-system.ts";
import { expectStill, MAP_PATH, mapOf } from "./map-parts.ts";
import { ADMIN } from "./station-parts.ts";
import { expect, test } from "./test.ts";

test.describe("the map view", () => {
  test("breaks no rule of WCAG, light and dark, popup open", async ({ login }) => {
    const page = await login(ADMIN, MAP_PATH);
    const single = mapOf(page).getByRole("button", { name: /^(Online|Offline|Recent swap): / });
    await expect(single.first()).toBeVisible();
    await expectStill(page);
    await single.first().press("Enter");
    await expect(mapOf(page).getByRole("link", { name: /^gc-/ })).toBeVisible();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await expectAccessible(page);
    }
  });
});

// @spec 54.1, 285.2
test("public map tiles are loaded over the bundled map, which is there without them", async ({ browser }) => {
  const pixel = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  );
  const tiles = createServer((_, response) => void response.setHeader("content-type", "image/png").end(pixel));
  tiles.listen(0, "127.0.0.1");
  await once(tiles, "listening");
  const address = tiles.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const system = await startTestSystem({
    stations: 3,
    settings: { MAP_TILES_URL: `http://127.0.0.1:${port}/{z}/{x}/{y}.png`, MAP_TILES_ATTRIBUTION: "© Some Mappers" },
  });
  try {
    const page = await browser.newPage({ baseURL: system.url });
    const refused: string[] = [];
    page.on("console", (message) => message.type() === "error" && refused.push(message.text()));
    await page.request.post("/api/sessions/current", { data: { email: ADMIN, password: system.password } });
    await page.goto(MAP_PATH);
    await expect(mapOf(page).locator(".leaflet-tile-loaded").first()).toBeVisible();
    await expect(mapOf(page)).toContainText("© Some Mappers");
    await expect(mapOf(page).locator("canvas")).toBeVisible();
    expect(refused).toEqual([]);
    await page.close();
  } finally {
    await system.stop();
    tiles.close();
  }
});
