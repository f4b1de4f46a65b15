import { expectAccessible } from "./axe.ts";
import { ADMIN, tableOf } from "./ssot-steps.ts";
import { expect, test } from "./test.ts";

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [1440, 310]) {
    test.describe(`at ${width} pixels, ${colorScheme}`, () => {
      test.use({ colorScheme, viewport: { width, height: 900 } });

      test("the SSoT area is accessible, with an edited row, open filters, columns and histories", async ({
        login,
      }) => {
        const page = await login(ADMIN, "/ssot");
        await tableOf(page, "Station Config");
        await page.getByRole("button", { name: "Extra Filters" }).click();
        await page.getByRole("button", { name: "Add filter" }).click();
        await page.getByLabel("Position").waitFor();
        await expectAccessible(page);
        await page.getByRole("button", { name: /^Columns/ }).click();
        await page.getByRole("checkbox", { name: "Description" }).waitFor();
        await expectAccessible(page);
        await page.keyboard.press("Escape");
        await page
          .getByRole("button", { name: /^Config history of/ })
          .first()
          .click();
        await page.getByRole("table", { name: "Station Config History" }).waitFor();
        await expectAccessible(page);

        await page.goto("/ssot/hw-variation");
        const table = await tableOf(page, "Hardware Variation");
        await table
          .getByRole("textbox", { name: /^Notes of/ })
          .first()
          .fill("edited");
        await expect(table.getByText("Unsaved changes")).toBeAttached();
        await expectAccessible(page);
        await expect
          .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
          .toBeLessThanOrEqual(0);
      });
    });
  }
}
