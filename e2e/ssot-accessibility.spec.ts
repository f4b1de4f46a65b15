import { expectAccessibleInEachLayout } from "./axe.ts";
import { ADMIN, tableOf } from "./ssot-steps.ts";
import { expect, test } from "./test.ts";

test("the SSoT area is accessible, with an edited row, open filters, columns and histories", async ({ login }) => {
  const page = await login(ADMIN, "/ssot");
  await tableOf(page, "Station Config");
  await page.getByRole("button", { name: "Extra Filters" }).click();
  await page.getByRole("button", { name: "Add filter" }).click();
  await page.getByLabel("Position").waitFor();
  await expectAccessibleInEachLayout(page);
  await page.getByRole("button", { name: /^Columns/ }).click();
  await page.getByRole("checkbox", { name: "Description" }).waitFor();
  await expectAccessibleInEachLayout(page);
  await page.keyboard.press("Escape");
  await page
    .getByRole("button", { name: /^Config history of/ })
    .first()
    .click();
  await page.getByRole("table", { name: "Station Config History" }).waitFor();
  await expectAccessibleInEachLayout(page);

  await page.goto("/ssot/hw-variation");
  const table = await tableOf(page, "Hardware Variation");
  await table
    .getByRole("textbox", { name: /^Notes of/ })
    .first()
    .fill("edited");
  await expect(table.getByText("Unsaved changes")).toBeAttached();
  await expectAccessibleInEachLayout(page);
});
