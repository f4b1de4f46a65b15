import { ADMIN } from "./station-parts.ts";
import { expect, test } from "./test.ts";

const AREAS = [
  "/",
  "/?stations-view=map",
  "/ssot",
  "/ssot/hw-variation",
  "/ssot/replaceables",
  "/ssot/swaps",
  "/stats",
  "/manage/users",
  "/manage/apikeys",
  "/manage/organizations",
  "/manage/link",
  "/supportlog/entries",
  "/supportlog/triage",
  "/supportlog/tags",
];
const STATION_TABS = ["overview", "edit", "telemetry/latest/raw", "supportlog", "config", "ssot", "cameras", "streams"];

test("no screen breaks the page's security policy or has anything to complain of", async ({ login, house }) => {
  const page = await login(ADMIN);
  const complaints: string[] = [];
  page.on("console", (message) => {
    // A camera that has taken no image yet has none to give.
    if (message.location().url.includes("/image")) return;
    if (message.type() === "error" || message.type() === "warning") complaints.push(`${page.url()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => complaints.push(`${page.url()}: ${error.message}`));
  const { name } = await house.onlineStation("atlas");
  for (const path of [...AREAS, ...STATION_TABS.map((tab) => `/stations/${name}/${tab}`)]) {
    await page.goto(path);
    await page.waitForLoadState("networkidle", { timeout: 60_000 });
    await expect(page.getByRole("main")).toBeVisible();
  }
  expect(complaints).toEqual([]);
});
