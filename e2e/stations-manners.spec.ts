import type { Page } from "@playwright/test";
import { stopClock } from "./clock.ts";
import { expect, test } from "./test.ts";

const USER = "user@harbor.example";

/** Opens the list with a clock that advances only when a test advances it. */
async function openStopped(page: Page): Promise<void> {
  await page.clock.install();
  await page.goto("/");
  await expect(page.getByRole("list", { name: "Stations" })).toBeVisible();
  await stopClock(page);
}

/** Counts requests for the list from now on. */
function countRequested(page: Page): () => number {
  let asked = 0;
  page.on("request", (request) => {
    if (request.url().includes("/api/stations?")) asked += 1;
  });
  return () => asked;
}

function setHidden(page: Page, isHidden: boolean): Promise<void> {
  return page.evaluate((hidden) => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
    document.dispatchEvent(new Event("visibilitychange"));
  }, isHidden);
}

// @spec 177.2
test("a hidden page skips refreshes, and refreshes at once when it is shown again", async ({ login }) => {
  const page = await login(USER);
  await openStopped(page);
  const asked = countRequested(page);
  await setHidden(page, true);
  await page.clock.runFor(120_000);
  expect(asked()).toBe(0);
  await setHidden(page, false);
  await expect.poll(asked).toBe(1);
});

test("only what a person does keeps the session alive: a page that is left open asks in the background", async ({
  login,
  system,
}) => {
  const page = await login("admin@groundcrew.example");
  const { name } = await system.onlineStation("atlas");
  await page.clock.install();
  await page.goto(`/stations/${name}`);
  await expect(page.getByRole("slider")).toBeVisible();
  const marks: (string | undefined)[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/")) marks.push(request.headers()["x-background"]);
  });
  await page.clock.fastForward(61_000);
  await expect.poll(() => marks.length).toBeGreaterThan(1);
  expect(new Set(marks)).toEqual(new Set(["1"]));
  await page.keyboard.press("Shift");
  marks.length = 0;
  await page.clock.fastForward(61_000);
  await expect.poll(() => marks.length).toBeGreaterThan(1);
  expect(marks.filter((mark) => mark === undefined)).toHaveLength(1);
});

// @spec 308.1
test("a search begins 300 ms after the last key", async ({ login, system }) => {
  const page = await login(USER);
  await openStopped(page);
  await page.getByRole("searchbox").pressSequentially("atl");
  await page.clock.runFor(299);
  await expect(page).toHaveURL(`${system.url}/`);
  await page.getByRole("searchbox").press("a");
  await page.clock.runFor(299);
  await expect(page).toHaveURL(`${system.url}/`);
  await page.clock.runFor(1);
  await expect(page).toHaveURL(`${system.url}/?stations-q=atla`);
});

test("what is chosen while a search is typed stays chosen", async ({ login, system }) => {
  const page = await login(USER);
  await openStopped(page);
  await page.getByRole("searchbox").pressSequentially("uni");
  await page.getByRole("button", { name: "Universal" }).click();
  await expect(page).toHaveURL(`${system.url}/?stations-type=universal`);
  await page.clock.runFor(300);
  await expect(page).toHaveURL(/[?&]stations-q=uni(&|$)/);
  await expect(page).toHaveURL(/[?&]stations-type=universal(&|$)/);
});

test("a list that is come back to is refreshed when it is a minute old, not a minute later", async ({ login }) => {
  const page = await login(USER);
  await openStopped(page);
  const asked = countRequested(page);
  const menu = page.getByRole("banner");
  await menu.getByRole("link", { name: "Stats" }).click();
  await expect(page).toHaveURL(/stats$/);
  await page.clock.runFor(40_000);
  await menu.getByRole("link", { name: "Stations" }).click();
  await expect(page.getByRole("list", { name: "Stations" })).toBeVisible();
  expect(asked()).toBe(0);
  await page.clock.runFor(20_000);
  await expect.poll(asked).toBe(1);
});

// @spec 308.2
test("Ctrl-F and Cmd-F focus the search box, and in it open the browser's own search", async ({ login }) => {
  const page = await login(USER);
  const box = page.getByRole("searchbox");
  await expect(page.getByRole("list", { name: "Stations" })).toBeVisible();
  for (const key of ["Control+f", "Meta+f"]) {
    await box.blur();
    await page.keyboard.press(key);
    await expect(box).toBeFocused();
  }
  const isPersistent = await box.evaluate((input) =>
    input.dispatchEvent(new KeyboardEvent("keydown", { key: "f", ctrlKey: true, bubbles: true, cancelable: true })),
  );
  expect(isPersistent).toBe(true);
});

// @spec 309.6
test("a toast stays for five seconds", async ({ login, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const page = await login(USER);
  await page.getByRole("button", { name: "Copy a link to this view" }).click();
  const toast = page.getByRole("status").filter({ hasText: "Copied link to clipboard" });
  await expect(toast).toBeVisible();
  await page.mouse.move(0, 0);
  // Its countdown is an animation.
  const countdown = await toast.evaluate((element) =>
    element.getAnimations({ subtree: true }).map(({ effect }) => Number(effect?.getComputedTiming().endTime)),
  );
  expect(Math.max(...countdown)).toBe(5_000);
  await expect(toast).toBeHidden();
});

// @spec 46.8, 47.1, 47.2, 311.1
test("the header counts Swaps, Total, Online, Active and Error; a narrow one has no Total and short swaps", async ({
  login,
}) => {
  const page = await login("admin@groundcrew.example");
  const number = (name: string) => page.locator("dt", { hasText: new RegExp(`^${name}$`) }).locator("+ dd");
  await expect(page.getByRole("list", { name: "Stations" })).toBeVisible();
  for (const name of ["Swaps", "Total", "Online", "Active", "Error"]) await expect(number(name)).toHaveText(/\d/);
  await expect(number("Swaps").getByText(/^\d+\.\d[KM]$/)).toBeHidden();

  await page.setViewportSize({ width: 640, height: 900 });
  await expect(number("Total")).toBeHidden();
  await expect(number("Swaps").getByText(/^\d+\.\d[KM]$/)).toBeVisible();
  await page.setViewportSize({ width: 641, height: 900 });
  await expect(number("Total")).toBeVisible();
});

// @spec 46.9
test("the help of the search box explains its language", async ({ login }) => {
  const page = await login(USER);
  await page.getByRole("button", { name: "Search help" }).click();
  await expect(page.getByText("the name for terms of 4 or more characters")).toBeVisible();
});

// @spec 49.1
test("the type icon of a row copies the station's name", async ({ login, context, system }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const [station] = await system.stationsOf("Harbor Air");
  const { name = "", serial_number: serial = "" } = station ?? {};
  const page = await login(
    USER,
    `/?stations-type=&stations-f-actual=0&stations-f-retired=1&stations-q=${encodeURIComponent(serial)}`,
  );
  const row = page.getByRole("list", { name: "Stations" }).getByRole("listitem").filter({ hasText: serial });
  await row.getByRole("button", { name: /copy/i }).first().click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(name);
});
