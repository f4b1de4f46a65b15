import { expectAccessibleInEachLayout } from "../axe.ts";
import { ADMIN, tableOf } from "../ssot-steps.ts";
import { expect, test } from "../test.ts";

test("the SSoT area is accessible, with an edited row, open filters and columns, and a printed table has all its fields", async ({
  login,
}) => {
  const page = await login(ADMIN, "/ssot");
  await tableOf(page, "Station Config");
  await page.getByRole("button", { name: "Extra Filters" }).click();
  await page.getByRole("button", { name: "Add filter" }).click();
  await page.getByLabel("Position").waitFor();
  await expectAccessibleInEachLayout(page);
  await page.getByRole("button", { name: /^Columns/ }).click();
  await page.getByRole("checkbox", { name: "Description" }).waitFor();
  await expectAccessibleInEachLayout(page);

  await page.goto("/ssot/hw-variation");
  const table = await tableOf(page, "Hardware Variation");
  await table
    .getByRole("textbox", { name: /^Notes of/ })
    .first()
    .fill("edited");
  await expect(table.getByText("Unsaved changes")).toBeAttached();
  await expectAccessibleInEachLayout(page);

  // A printed row names its own fields, so the headings are left out.
  const count = Number(await table.getAttribute("aria-rowcount")) - 1;
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await expect(table.getByRole("row")).toHaveCount(count);
  const overflow = await table.evaluate((element) => element.scrollWidth - document.documentElement.clientWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});
