import type { Page } from "@playwright/test";
import { ADMIN } from "./station-steps.ts";
import { expect, test } from "./test.ts";

const LIST = "/?stations-type=&stations-sort=serial_number";

const rows = (page: Page) => page.getByRole("list", { name: "Stations" }).getByRole("listitem");
const maintained = (page: Page) => rows(page).filter({ hasText: /In maintenance|Maintenance until/ });

/** Puts the selected stations into maintenance. */
async function begin(page: Page, count: string): Promise<void> {
  await page.getByRole("region", { name: "Selected stations" }).getByRole("button", { name: "Maintenance" }).click();
  await page.getByRole("textbox", { name: "Reason" }).fill("Firmware 1.4.3");
  await page.getByRole("button", { name: `Begin on ${count}` }).click();
}

// @spec R6.3
test("14 stations enter maintenance, of which one is in it already; another browser shows it, and it is undone", async ({
  login,
  logIn,
  browser,
}) => {
  const page = await login(ADMIN, LIST);
  await page.setViewportSize({ width: 1440, height: 1400 });
  const context = await browser.newContext();
  await logIn(context, ADMIN);
  const other = await context.newPage();
  await other.setViewportSize({ width: 1440, height: 1400 });
  await other.goto(new URL(LIST, page.url()).href);
  await page.getByRole("button", { name: "Select", exact: true }).click();
  const boxes = page.getByRole("checkbox", { name: /^Select / });
  await expect(boxes.nth(13)).toBeVisible();
  const first = rows(page)
    .filter({ hasNotText: /In maintenance|Maintenance until/ })
    .first();
  const before = await maintained(page).count();

  await first.getByRole("checkbox").check();
  await begin(page, "1 Station");
  await expect(page.getByText("Maintenance began on 1 station.")).toBeVisible();
  await expect(maintained(other)).toHaveCount(before + 1);
  await expect(maintained(page)).toHaveCount(before + 1);

  await boxes.first().uncheck();
  await boxes.first().check();
  await boxes.nth(13).click({ modifiers: ["Shift"] });
  await expect(page.getByRole("region", { name: "Selected stations" })).toContainText("14 selected");
  const left = await rows(page)
    .filter({ has: page.getByRole("checkbox", { checked: true }) })
    .filter({ hasText: /In maintenance|Maintenance until/ })
    .count();
  await begin(page, `${14 - left} Stations`);
  await expect(page.getByText(`Maintenance began on ${14 - left} stations.`)).toBeVisible();
  await expect(maintained(other)).toHaveCount(before + 1 + 14 - left);

  await page.getByRole("button", { name: "Undo", exact: true }).last().click();
  await expect(page.getByText(`Undone on ${14 - left} stations.`)).toBeVisible();
  await expect(maintained(other)).toHaveCount(before + 1);

  await page.getByRole("button", { name: "Recent Acts" }).click();
  await page.getByRole("menuitem", { name: /Maintenance, 1 station$/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("dialog")).toContainText("Undone");
  await expect(maintained(other)).toHaveCount(before);
  await context.close();
});
