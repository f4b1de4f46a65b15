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
