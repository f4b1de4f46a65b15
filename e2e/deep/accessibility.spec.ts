import type { Page } from "@playwright/test";
import { expectAccessible, expectAccessibleInEachLayout } from "../axe.ts";
import { expectMapIdle, MAP_PATH, mapOf } from "../map-steps.ts";
import { setPassword } from "../password-steps.ts";
import { ADMIN } from "../station-steps.ts";
import { expect, test } from "../test.ts";

test("the login, forgot and set password pages are accessible, including their messages", async ({ page }) => {
  await page.goto("/login");
  await page.getByRole("button", { name: "Continue", exact: true }).waitFor();
  await expectAccessibleInEachLayout(page);

  await page.goto("/forgot");
  await page.getByLabel("Email Address").fill("nobody");
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await expect(page.getByLabel("Email Address")).toHaveAttribute("aria-invalid", "true");
  await expectAccessibleInEachLayout(page);

  await page.goto("/set-password?email=user%40harbor.example&code=used-up");
  await setPassword(page, "seven purple kettles humming");
  await page.getByRole("alert").waitFor();
  await expectAccessibleInEachLayout(page);
});

test("the stations list is accessible, including open rows with their logs and an open menu", async ({ login }) => {
  const page = await login(ADMIN);
  const list = page.getByRole("list", { name: "Stations" });
  for (const index of [1, 0]) {
    const row = list.getByRole("listitem").nth(index);
    await row.getByRole("button", { name: /^Details of/ }).click();
    await expect(row.getByText("Firmware Version")).toBeVisible();
    await row.getByRole("button", { name: "Support Log", exact: true }).click();
  }
  const entries = list.getByRole("article").or(list.getByText("There are no entries in this support log yet."));
  await expect(entries.first()).toBeVisible();
  await expectAccessibleInEachLayout(page);
  await page.getByRole("button", { name: /^Filter/ }).click();
  await page.getByRole("menuitemcheckbox").first().waitFor();
  await expectAccessibleInEachLayout(page);
});

const LIST = "**/api/stations?*";
const FIRST_ROWS = "**/api/listed-stations?*";

/** Holds back every response to these requests until the returned function is called, and then fails it. */
async function holdResponses(page: Page, requests: string): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(requests, async (route) => {
    await released;
    await route.abort();
  });
  return release;
}

test("the stations page is accessible while the list loads, when it fails, when nothing matches, as a map, and with the menu of a narrow window", async ({
  login,
}) => {
  const page = await login(ADMIN);
  const fail = await holdResponses(page, LIST);
  const failFirstRows = await holdResponses(page, FIRST_ROWS);
  await page.reload();
  await expect(page.getByRole("status", { name: "Loading..." })).toBeVisible();
  await expectAccessible(page);
  failFirstRows();
  await page.unroute(FIRST_ROWS);
  await page.reload();
  await expect(page.getByText("Loading the rest of the list…")).toBeVisible();
  await expectAccessible(page);
  fail();
  await expect(page.getByText("Unable to contact the server (likely due to a network error)")).toBeVisible();
  await expectAccessible(page);
  await page.unroute(LIST);
  await page.goto("/?stations-q=no-such-station");
  await expect(page.getByText("No stations match your currently selected filters.")).toBeVisible();
  await expectAccessible(page);

  await page.goto(MAP_PATH);
  const marker = mapOf(page).getByRole("button", { name: /^(Online|Offline|Recent swap): / });
  await expect(marker.first()).toBeVisible();
  await expectMapIdle(page);
  await marker.first().press("Enter");
  await expect(mapOf(page).getByRole("link", { name: /^gc-/ })).toBeVisible();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await expectAccessible(page);
  }
  await page.setViewportSize({ width: 640, height: 900 });
  await page.getByRole("button", { name: "Menu" }).click();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  await expectAccessible(page);
});
