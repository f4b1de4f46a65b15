import type { Page } from "@playwright/test";
import { ADMIN, saveData, tab } from "../station-steps.ts";
import { expect, test } from "../test.ts";

const SCRIPTS = "**/assets/*.js";
const MISSING = "The server did not send a part of the console.";

async function blockScripts(page: Page) {
  await page.route(SCRIPTS, (route) => route.abort());
}

test("a dialog, a page, a tab and the map whose code cannot be loaded say so, and the rest of the page stays", async ({
  login,
  system,
}) => {
  const { name } = await system.onlineStation("atlas");
  const page = await login(ADMIN);
  await blockScripts(page);
  const opener = page.getByRole("button", { name: "Add Station" });
  await opener.click();
  const failedDialog = page.getByRole("dialog", { name: "Loading Failed" });
  await expect(failedDialog.getByRole("alert")).toContainText(MISSING);
  await expect(page.getByRole("list", { name: "Stations", includeHidden: true })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(failedDialog).toHaveCount(0);
  await expect(opener).toBeFocused();

  await opener.click();
  await expect(failedDialog).toBeVisible();
  await page.context().setOffline(true);
  await failedDialog.getByRole("button", { name: "Reload" }).click();
  const toast = page.getByRole("status").getByRole("alert");
  await expect(toast).toContainText("Unable to contact the server (likely due to a network error)");
  await expect(failedDialog).toBeVisible();

  // Once the network is back, the dialog that was wanted is there.
  await page.unroute(SCRIPTS);
  await page.context().setOffline(false);
  await expect(page.getByRole("dialog", { name: "Add Device" }).getByLabel("Serial Number")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await saveData(page);
  const failed = page.getByRole("main").getByRole("alert").filter({ hasText: MISSING });
  const reload = failed.getByRole("button", { name: "Reload" });

  await blockScripts(page);
  await page.getByRole("button", { name: "Map", exact: true }).click();
  await expect(failed).toBeVisible();
  await expect(page.getByRole("heading", { name: "Stations" })).toBeVisible();
  await page.unroute(SCRIPTS);
  await reload.click();
  await expect(page.getByRole("region", { name: "Map of stations" })).toBeVisible();

  await blockScripts(page);
  await page.getByRole("link", { name: "Support Log", exact: true }).click();
  await expect(failed).toContainText("Loading this page failed");
  await page.unroute(SCRIPTS);
  await reload.click();
  await expect(page.getByRole("heading", { name: "Support Log" })).toBeVisible();

  await page.goto(`/stations/${name}`);
  await expect(page.getByRole("navigation", { name: "Station" })).toBeVisible();
  await blockScripts(page);
  await tab(page, "SSoT").click();
  await expect(failed).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Station" })).toBeVisible();
});
