import { createServer } from "node:http";
import { once } from "node:events";
import { coordinatesOf } from "@groundcrew/shared/stations";
import { expectAccessible } from "./axe.ts";
import { startTestSystem } from "./test-system.ts";
import { countOnMap, expectStill, MAP_PATH, mapOf, onMap, placed, receiveStations } from "./map-parts.ts";
import { ADMIN } from "./station-parts.ts";
import { expect, test } from "./test.ts";

test.describe("the map view", () => {
  // @spec 54.1, 320.1
  test("is centred at latitude 20, longitude 0, zoom 2, 500 px high, with a reset-view control", async ({ login }) => {
    const page = await login(ADMIN);
    // Puts all stations at one point 45 degrees east of the centre, which is 128 px at zoom 2.
    await receiveStations(page, (station) => placed(station, "20, 45"));
    await page.goto(MAP_PATH);
    const frameBox = () => mapOf(page).locator(".leaflet-container").boundingBox();
    const middle = async () => {
      const [frame, box] = [await frameBox(), await onMap(page).boundingBox()];
      return box && frame && [box.x + box.width / 2 - frame.x - frame.width / 2, box.y + box.height / 2 - frame.y];
    };
    const atOnce = [128, 249].map((px) => expect.closeTo(px, -1));
    await expect.poll(middle).toEqual(atOnce);
    expect((await frameBox())?.height).toBeCloseTo(498, -1);

    await page.getByRole("button", { name: "Zoom in" }).click();
    await expect.poll(async () => (await middle())?.[0]).toBeGreaterThan(200);
    await expect(page).toHaveURL(/stations-map=/);
    await page.reload();
    await expect.poll(async () => (await middle())?.[0]).toBeGreaterThan(200);
    await page.getByRole("button", { name: "Reset view" }).click();
    await expect.poll(middle).toEqual(atOnce);
    await expect(page).not.toHaveURL(/stations-map=/);
  });

  // @spec 54.1
  test("shows the filtered stations in clusters, and says how many have no usable coordinates", async ({ login }) => {
    const page = await login(ADMIN);
    // Waits until this page has its list, so that its response isn't taken for the one under test.
    await expect(page.getByRole("list", { name: "Stations" })).toBeVisible();
    await receiveStations(page, (station, at) => (at >= 0 && at < 3 ? placed(station, "Not available") : station));
    const asked = page.waitForResponse(/\/api\/stations\?/);
    await page.goto(MAP_PATH);
    const stations = (await (await asked).json()).filter(({ actual }: { actual: boolean }) => actual);
    const located = stations.filter((station: Parameters<typeof coordinatesOf>[0]) => coordinatesOf(station));
    await expect.poll(() => countOnMap(page)).toBe(located.length);
    const missing = stations.length - located.length;
    await expect(mapOf(page)).toContainText(`${missing} stations have no usable coordinates and are not on the map.`);

    const [first] = located;
    await page.getByRole("searchbox").fill(first.serial_number);
    await expect(onMap(page)).toHaveCount(1);
    await expect(onMap(page)).toHaveAccessibleName(
      new RegExp(`^(Online|Offline|Recent swap): ${first.serial_number}(, unresolved errors)?$`),
    );
  });

  // @spec 46.10
  test("a List/Map toggle is shown on large screens only, and the choice is in the address", async ({ login }) => {
    const page = await login(ADMIN);
    await page.getByRole("button", { name: "Map", exact: true }).click();
    await expect(page).toHaveURL(/stations-view=map/);
    await expect(mapOf(page)).toBeVisible();
    await page.reload();
    await expect(page.getByRole("button", { name: "Map", exact: true })).toHaveAttribute("aria-pressed", "true");
    await expect(mapOf(page)).toBeVisible();
    await page.setViewportSize({ width: 640, height: 900 });
    await expect(mapOf(page)).toHaveCount(0);
    await expect(page.getByRole("button", { name: /^Details of/ }).first()).toBeVisible();
    await expect(page.getByRole("button", { name: "Map", exact: true })).toHaveCount(0);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole("button", { name: "List", exact: true }).click();
    await expect(page).not.toHaveURL(/stations-view/);
  });

  // @spec 54.2
  test("a popup shows which station it is, how it is and its description, and leads to its dashboard and its page", async ({
    login,
    system,
  }) => {
    const page = await login(ADMIN);
    await receiveStations(page, (station, at) => ({
      ...placed(station, at === 0 ? "20, 0" : "Not available"),
      serial_number: "Atlas 4711",
      last_active: new Date().toISOString(),
      last_online_status: true,
      ...(station.support_metrics && { support_metrics: { ...station.support_metrics, errors_unresolved: 3 } }),
      description: '<img src="x" onerror="alert(1)"> Roof',
      hexone_dashboard: "https://atlas.example/dashboard",
    }));
    await page.goto(MAP_PATH);
    await onMap(page).press("Enter");
    const link = mapOf(page).getByRole("link", { name: /^gc-[0-9a-f]{12}$/ });
    await expect(link).toHaveAttribute("href", "https://atlas.example/dashboard");
    await expect(link).toBeFocused();
    await expect(mapOf(page).getByText("Atlas 4711", { exact: true })).toBeVisible();
    await expect(mapOf(page).getByText("Online · Active now · 3 unresolved errors", { exact: true })).toBeVisible();
    await expect(mapOf(page).getByText('<img src="x" onerror="alert(1)"> Roof')).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(link).toHaveCount(0);
    await expect(onMap(page)).toBeFocused();
    await onMap(page).press("Enter");
    const name = await link.textContent();
    await mapOf(page).getByRole("link", { name: "Station page" }).click();
    await expect(page).toHaveURL(`${system.url}/stations/${name}`);
  });

  test("below it stand the stations in view, and where there are none it says so", async ({ login }) => {
    const page = await login(ADMIN);
    await receiveStations(page, (station, at) =>
      placed(station, at < 0 || at > 4 ? "Not available" : at < 3 ? "20, 0" : "-30, 140"),
    );
    await page.goto(MAP_PATH);
    const inView = page.getByRole("region", { name: "Stations in view" });
    const rows = inView.getByRole("button", { name: /^Details of/ });
    await expect(inView.getByRole("heading", { level: 2 })).toHaveText("5 stations in view");
    await expect(rows).toHaveCount(5);
    await page.goto(`${MAP_PATH}&stations-map=20,0,5`);
    await expect(inView.getByRole("heading", { level: 2 })).toHaveText("3 stations in view");
    await expect(rows).toHaveCount(3);
    await page.goto(`${MAP_PATH}&stations-map=60,-120,6`);
    await expect(inView).toHaveText("No station in view.");
    await expect(onMap(page)).toHaveCount(0);
  });

  test("names cities once someone looks closely, without any server of maps", async ({ login }) => {
    const page = await login(ADMIN, `${MAP_PATH}&stations-map=51.5,0,3`);
    const places = mapOf(page).locator(".leaflet-settlements-pane");
    await expect(places).toHaveText("");
    await page.goto(`${MAP_PATH}&stations-map=51.5,0,7`);
    await expect(places).toContainText("London");
    await expect(places).not.toContainText("Paris");
  });

  // @spec 175.2, 320.1
  test("a cluster comes apart when pressed, and at max zoom its stations are spread out", async ({ login }) => {
    const page = await login(ADMIN);
    await receiveStations(page, (station, at) => ({
      ...placed(station, at < 0 || at > 4 ? "Not available" : at < 3 ? "20, 0" : "20.5, 0"),
      last_swapped: at === 0 ? new Date().toISOString() : null,
    }));
    await page.goto(MAP_PATH);
    await expect(onMap(page)).toHaveAccessibleName(/^5 stations, with a recent swap/);
    await expectStill(page);
    await onMap(page).click();
    const three = mapOf(page).getByRole("button", { name: /^3 stations, with a recent swap/ });
    await expect(mapOf(page).getByRole("button", { name: /^2 stations/ })).toBeVisible();
    await expectStill(page);
    await three.press("Enter");
    const spread = mapOf(page).getByRole("button", { name: /: / });
    await expect(spread).toHaveCount(3);
    await expectStill(page);
    await spread.first().press("Enter");
    await expect(mapOf(page).getByRole("link", { name: /^gc-/ })).toHaveCount(1);
    await page.keyboard.press("Escape");
    await expect(spread).toHaveCount(0);
  });

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
