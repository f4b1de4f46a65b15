import type { Page } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { ADMIN, USER } from "./station-parts.ts";
import { expect, test } from "./test.ts";

const LIST = "**/api/stations?*";

/** Holds back every response to a list request until the returned function is called. */
async function hold(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(LIST, async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}

const number = (page: Page, name: string) => page.locator("dt", { hasText: new RegExp(`^${name}$`) }).locator("+ dd");

test("while the list is loaded its shape shows, and nothing above it moves when it comes", async ({ login }) => {
  const page = await login(ADMIN);
  const letGo = await hold(page);
  await page.reload();
  await expect(page.getByRole("status", { name: "Loading..." })).toBeVisible();
  await expectAccessible(page);
  const add = page.getByRole("button", { name: "Add Station" });
  await page.evaluate(() => document.fonts.ready);
  const before = await add.boundingBox();
  letGo();
  await expect(page.getByRole("list", { name: "Stations" })).toBeVisible();
  await expect.poll(() => add.boundingBox()).toEqual(before);
});

// @spec 46.7
test("a loading spinner shows while the list is refreshed, and the list stays", async ({ login }) => {
  const page = await login(ADMIN);
  await expect(page.getByRole("list", { name: "Stations" })).toBeVisible();
  const spinner = page.getByTitle("Refreshing");
  await expect(spinner).toHaveCount(0);
  const letGo = await hold(page);
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(spinner).toBeVisible();
  await expect(page.getByRole("list", { name: "Stations" })).toBeVisible();
  letGo();
  await expect(spinner).toHaveCount(0);
});

test("stations stay in the list until there are configurations to filter them by", async ({ login }) => {
  const page = await login(ADMIN);
  const stations = page.getByRole("list", { name: "Stations" }).getByRole("listitem");
  await expect(stations.first()).toBeVisible();
  const letGo = await hold(page);
  const asked = page.waitForRequest((request) => request.url().includes("include_config"));
  await page.getByRole("button", { name: "Filter" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Has Known Config" }).click();
  await asked;
  await expect(page).toHaveURL(/stations-f-/);
  await expect(page.getByTitle("Refreshing")).toBeVisible();
  await expect(stations.first()).toBeVisible();
  await expect(page.getByText("No stations match your currently selected filters.")).toHaveCount(0);
  letGo();
  await expect(page.getByTitle("Refreshing")).toHaveCount(0);
  await expect(stations.first()).toBeVisible();
});

test("a list that cannot be loaded says why and is asked for again, beside the same head", async ({ login }) => {
  const page = await login(ADMIN);
  await page.route(LIST, (route) => route.abort());
  await page.reload();
  await expect(page.getByText("Unable to contact the server (likely due to a network error)")).toBeVisible();
  await expectAccessible(page);
  const add = page.getByRole("button", { name: "Add Station" });
  await page.evaluate(() => document.fonts.ready);
  const before = await add.boundingBox();
  await page.unroute(LIST);
  await page.getByRole("button", { name: "Reload" }).click();
  await expect(page.getByRole("list", { name: "Stations" })).toBeVisible();
  await expect.poll(() => add.boundingBox()).toEqual(before);
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

// @spec 46.3
test("the Filter menu is a checklist, and with none that keeps stations away retired ones show too", async ({
  login,
}) => {
  const page = await login(ADMIN, "/?stations-type=");
  const total = async () => Number((await number(page, "Total").textContent())?.replace(",", ""));
  await expect(number(page, "Total")).toHaveText(/\d/);
  const actual = await total();
  await page.getByRole("button", { name: /^Filter/ }).click();
  const items = page.getByRole("menuitemcheckbox");
  await expect(items).toHaveText([
    "Selected Time",
    "Actual Only",
    "Non-Groundcrew",
    "Online Only",
    "Has Known Config",
    "Flagged",
    "Include Retired",
  ]);
  await expect(items.nth(1)).toBeChecked();
  await items.nth(1).click();
  await expect(page).toHaveURL(/stations-f-actual=0/);
  await expect.poll(total).toBeGreaterThan(actual);
  await items.nth(5).click();
  await expect(page).toHaveURL(/stations-f-flagged=1/);
  await expect(async () => {
    const error = await number(page, "Error").textContent();
    await expect(number(page, "Total")).toHaveText(error?.trim() ?? "", { timeout: 1_000 });
  }).toPass();
});

test("what matches nothing says so, and the filters are reset with a button", async ({ login }) => {
  const page = await login(USER, "/?stations-q=nothing-is-called-so");
  await expect(page.getByText("No stations match your currently selected filters.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Reset filters" }).click();
  await expect(page.getByRole("list", { name: "Stations" })).toBeVisible();
});

test("the search is cleared with a button, which leaves the box ready to be typed in", async ({ login, system }) => {
  const page = await login(USER, "/?stations-q=atlas");
  await page.getByRole("button", { name: "Clear search" }).click();
  await expect(page).toHaveURL(`${system.url}/`);
  await expect(page.getByRole("searchbox")).toBeFocused();
});

test("a list of groups hides and shows the stations of each", async ({ login }) => {
  const page = await login(ADMIN, "/?stations-type=&stations-group=organization");
  const heading = page.getByRole("button", { name: /Harbor Air/ });
  await expect(heading).toContainText(/\d+ stations/);
  const rows = page.getByRole("listitem");
  await expect(heading).toHaveAttribute("aria-expanded", "true");
  const first = await rows.nth(1).textContent();
  await rows.first().getByRole("button").click();
  await expect(rows.nth(1)).not.toHaveText(first ?? "");
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
