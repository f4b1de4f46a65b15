import { test as base, expect, type Page } from "@playwright/test";
import { openTestHouse, type TestHouse } from "./house.ts";

/** Tests with a whole house behind them: `house` is shared by a worker, `login` enters it as one of the demo accounts. */
export const test = base.extend<{ login: (email: string) => Promise<Page> }, { house: TestHouse }>({
  house: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from a destructuring pattern
    async ({}, use) => {
      const house = await openTestHouse();
      await use(house);
      await house.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  // What a test changes of an answer may still be on its way when the test is over.
  page: async ({ page }, use) => {
    await use(page);
    await page.unrouteAll({ behavior: "ignoreErrors" });
  },
  baseURL: async ({ house }, use) => use(house.url),
  login: async ({ page, house }, use) =>
    use(async (email) => {
      await page.goto("/login");
      await page.getByLabel("Email Address").fill(email);
      await page.getByLabel("Password", { exact: true }).fill(house.password);
      await page.getByRole("button", { name: "Continue", exact: true }).click();
      await expect(page.getByRole("heading", { name: "Stations" })).toBeVisible();
      return page;
    }),
});
export { expect };
