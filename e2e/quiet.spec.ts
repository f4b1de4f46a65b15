import type { Page, Request } from "@playwright/test";
import { ADMIN } from "./station-steps.ts";
import { expect, test } from "./test.ts";

const PUBLIC = ["/login", "/forgot", "/set-password?email=a@b.example&code=x", "/api/docs", "/favicon.ico"];
const AREAS = [
  "/",
  "/?stations-view=map",
  "/attention",
  "/attention/rules",
  "/attention/me",
  "/ssot",
  "/ssot/hw-variation",
  "/ssot/replaceables",
  "/ssot/swaps",
  "/stats",
  "/manage/users",
  "/manage/apikeys",
  "/manage/organizations",
  "/manage/link",
  "/manage/security",
  "/supportlog/entries",
  "/supportlog/triage",
  "/supportlog/tags",
];
const STATION_TABS = ["overview", "edit", "telemetry/latest/raw", "supportlog", "config", "ssot", "cameras", "streams"];

test("no page logs an error or a warning to the console, before or after login", async ({ login, page, system }) => {
  for (const path of PUBLIC) {
    await page.goto(path);
    await page.waitForLoadState("networkidle");
  }
  await login(ADMIN);
  const idle = watchRequests(page);
  const { name } = await system.onlineStation("atlas");
  for (const path of [...AREAS, ...STATION_TABS.map((tab) => `/stations/${name}/${tab}`)]) {
    await page.goto(path);
    await idle();
    await expect(page.getByRole("main")).toBeVisible();
  }
});

/** Returns a function that waits until no request has been running for half a second, apart from the stream of live changes. */
function watchRequests(page: Page): () => Promise<void> {
  const running = new Set<Request>();
  let lastMs = Date.now();
  page.on("request", (request) => {
    if (new URL(request.url()).pathname !== "/api/live") running.add(request);
  });
  const handleEnd = (request: Request) => {
    running.delete(request);
    lastMs = Date.now();
  };
  page.on("requestfinished", handleEnd);
  page.on("requestfailed", handleEnd);
  return () => expect.poll(() => running.size === 0 && Date.now() - lastMs > 500, { timeout: 60_000 }).toBe(true);
}

test("what the security policy blocks is reported, and admins see it", async ({ login, context, problems }) => {
  problems.allow(/^(console: .+'|security policy: \/forgot: img-src blocked )https:\/\/elsewhere\.example\//);
  const page = await login(ADMIN);
  const other = await context.newPage();
  await other.goto("/forgot");
  const reported = other.waitForRequest("**/api/security/violations");
  await other.evaluate(() => {
    const image = document.createElement("img");
    image.src = "https://elsewhere.example/image.png?secret";
    document.body.append(image);
  });
  const response = await (await reported).response();
  expect(response?.status()).toBe(204);
  await page.goto("/manage/security");
  const row = page.getByRole("region", { name: "Blocked Content" }).getByRole("row").nth(1);
  await expect(row).toContainText("img-src");
  await expect(row).toContainText("https://elsewhere.example/image.png");
  await expect(row).toContainText("on /forgot");
  await expect(row).not.toContainText("secret");
});
