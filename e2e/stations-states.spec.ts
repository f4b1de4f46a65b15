import type { Page } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { ADMIN } from "./station-parts.ts";
import { expect, test } from "./test.ts";

const LIST = "**/api/stations?*";

/** Holds back every response to a list request until `fail` is called. */
async function hold(page: Page): Promise<{ fail: () => void }> {
  const held = Promise.withResolvers<void>();
  await page.route(LIST, async (route) => {
    await held.promise;
    await route.abort();
  });
  return { fail: held.resolve };
}

const number = (page: Page, name: string) => page.locator("dt", { hasText: new RegExp(`^${name}$`) }).locator("+ dd");

test("the list is accessible while it loads, when it cannot be loaded, and when nothing matches", async ({ login }) => {
  const page = await login(ADMIN);
  const held = await hold(page);
  await page.reload();
  await expect(page.getByRole("status", { name: "Loading..." })).toBeVisible();
  await expectAccessible(page);
  held.fail();
  await expect(page.getByText("Unable to contact the server (likely due to a network error)")).toBeVisible();
  await expectAccessible(page);
  await page.unroute(LIST);
  await page.goto("/?stations-q=nothing-is-called-so");
  await expect(page.getByText("No stations match your currently selected filters.")).toBeVisible();
  await expectAccessible(page);
});

test("without the server the list stays as it was, in grey and under a banner, until the server answers again", async ({
  login,
}) => {
  const page = await login(ADMIN);
  await page.clock.install();
  await page.goto("/");
  await expect(number(page, "Active")).toHaveText(/[1-9]/);
  await expect(page.getByText("ONLINE", { exact: true }).first()).toBeVisible();
  const active = await number(page, "Active").textContent();

  await page.route(LIST, (route) => route.abort());
  await page.getByRole("button", { name: "Refresh" }).click();
  const banner = page.getByRole("alert").filter({ hasText: "Unable to contact the server" });
  await expect(banner).toContainText(/Showing stations as of \d\d:\d\d:\d\d\. Retrying every 60 s\./);
  await expect(page.getByText(/^As of \d\d:\d\d:\d\d · \d+ s ago$/)).toBeVisible();
  await expect(page.getByText("ONLINE", { exact: true })).toHaveCount(0);
  // The age grows, and no station turns idle merely because the server couldn't be reached.
  await page.clock.fastForward(40 * 60_000);
  await expect(page.getByText(/^As of \d\d:\d\d:\d\d · 4\dm ago$/)).toBeVisible();
  await expect(page.getByTitle(/^Active now as of/).first()).toContainText(/ACTIVE4\dm/);
  await expect(number(page, "Active")).toHaveText(active ?? "");
  await expectAccessible(page);

  await page.unroute(LIST);
  await banner.getByRole("button", { name: "Refresh" }).click();
  await expect(banner).toHaveCount(0);
  await expect(page.getByText("ONLINE", { exact: true }).first()).toBeVisible();
  await expect(page.getByText(/^Updated \d+ s ago$/)).toBeVisible();
});

// @spec 32.5
test("a render failure shows 'Unexpected Application Error!'", async ({ login, problems }) => {
  problems.allow(/^console: TypeError: /);
  const page = await login(ADMIN);
  await page.route(LIST, (route) =>
    route.fulfill({ json: [{ name: "gc-000000000000", rev: 1, actual: true, retired: null }] }),
  );
  await page.goto("/?stations-type=");
  await expect(page.getByText("Unexpected Application Error!")).toBeVisible();
  await expect(page.getByRole("button", { name: "Reload" })).toBeVisible();
});
