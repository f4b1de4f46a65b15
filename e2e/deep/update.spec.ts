import type { Page, Route } from "@playwright/test";
import { ADMIN, saveData } from "../station-steps.ts";
import { expect, test } from "../test.ts";

const NEWER = "newer-build";
const SCRIPTS = "**/assets/*.js";

/** From now on, the server serves another build, as after an update. */
async function updateServer(page: Page): Promise<void> {
  await page.route(
    (url) => url.pathname.startsWith("/api/") || url.pathname === "/" || url.pathname.startsWith("/supportlog"),
    async (route) => {
      const response = await route.fetch();
      const received = response.headers();
      const headers = { ...received, "x-build": NEWER };
      if (!received["content-type"]?.startsWith("text/html")) return route.fulfill({ response, headers });
      const body = (await response.text()).replace(/(name="build" content=")[^"]*/, `$1${NEWER}`);
      return route.fulfill({ response, headers, body });
    },
  );
}

function buildOf(page: Page): Promise<string | null> {
  return page.locator('meta[name="build"]').getAttribute("content");
}

test("an open page reloads itself after the server has been updated", async ({ login, page }) => {
  // With an open stream, the list is not requested.
  await page.addInitScript(() => localStorage.setItem("live-off", "1"));
  await login(ADMIN);
  expect(await buildOf(page)).toMatch(/^[\w-]{16}$/);
  await page.getByRole("searchbox").fill("atlas");
  await expect(page).toHaveURL(/stations-q=atlas/);

  await updateServer(page);
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect.poll(() => buildOf(page), { timeout: 20_000 }).toBe(NEWER);
  await expect(page.getByRole("searchbox")).toHaveValue("atlas");
  await expect(page.getByRole("list", { name: "Stations" })).toBeVisible();
  await expect(page.getByText("A new version of the console is available.")).toHaveCount(0);
});

test("a page with unsaved input says that there is a new version, and keeps the input", async ({ login }) => {
  const page = await login(ADMIN, "/supportlog/tags");
  const tag = page.getByRole("textbox", { name: "Tag Name" });
  await tag.fill("half-typed");

  await updateServer(page);
  await page.getByRole("link", { name: "Support Log", exact: true }).first().focus();
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  const notice = page.getByRole("status").filter({ hasText: "A new version of the console is available." });
  await expect(notice).toBeVisible();
  expect(await buildOf(page)).not.toBe(NEWER);
  await expect(tag).toHaveValue("half-typed");

  await notice.getByRole("button", { name: "Reload" }).click();
  await expect.poll(() => buildOf(page)).toBe(NEWER);
  await expect(tag).toHaveValue("half-typed");
  await expect(notice).toHaveCount(0);
});

test("a page whose scripts are missing reloads itself only if the server has another build", async ({ login }) => {
  const page = await login(ADMIN);
  await saveData(page);
  let loads = 0;
  page.on("load", () => (loads += 1));
  await page.route(SCRIPTS, (route) => route.abort());
  const checked = page.waitForResponse((response) => response.request().method() === "HEAD");
  await page.getByRole("button", { name: "Add Station" }).click();
  await checked;
  await expect(page.getByRole("dialog", { name: "Loading Failed" })).toBeVisible();
  await page.keyboard.press("Escape");

  // A page that notices the update before its code is missing reloads itself as soon as nobody uses it.
  const updateFirst = async (route: Route) => {
    await updateServer(page);
    await page.route("/", async (reload) => {
      await page.unroute(SCRIPTS);
      await reload.fallback();
    });
    await route.abort();
  };
  await page.route(SCRIPTS, updateFirst, { times: 1 });
  await page.getByRole("button", { name: "Map", exact: true }).click();
  await expect(page.getByRole("region", { name: "Map of stations" })).toBeVisible();
  expect(await buildOf(page)).toBe(NEWER);
  expect(loads).toBe(1);
});
