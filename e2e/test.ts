import { test as base, expect, type Page } from "@playwright/test";
import { openTestHouse, type TestHouse } from "./house.ts";
import { watchTrouble, type Trouble } from "./trouble.ts";

type Fixtures = {
  /** Logs in as a demo account, and opens the page at a path: without one the stations list, which is there when this is done. */
  login: (email: string, path?: string) => Promise<Page>;
  /** What goes wrong in the browser fails the test, unless it is named here beforehand. */
  trouble: Trouble;
};

/** Tests with a whole house behind them: `house` is shared by a worker, `login` enters it as one of the demo accounts. */
export const test = base.extend<Fixtures, { house: TestHouse }>({
  house: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from a destructuring pattern
    async ({}, use) => {
      const house = await openTestHouse();
      await use(house);
      await house.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  trouble: [
    async ({ browser, context }, use) => {
      const watched = watchTrouble(browser, [context]);
      await watched.ready();
      await use(watched.trouble);
      watched.stop();
      expect(watched.found(), "what went wrong in the browser").toEqual([]);
    },
    { auto: true },
  ],
  // What a test changes of an answer may still be on its way when the test is over.
  page: async ({ page }, use) => {
    await use(page);
    await page.unrouteAll({ behavior: "ignoreErrors" });
  },
  baseURL: async ({ house }, use) => use(house.url),
  login: async ({ page, house }, use) =>
    use(async (email, path) => {
      const reply = await page.request.post("/api/sessions/current", { data: { email, password: house.password } });
      expect(reply.status()).toBe(201);
      await page.goto(path ?? "/");
      if (path === undefined) await expect(page.getByRole("heading", { name: "Stations" })).toBeVisible();
      return page;
    }),
});
export { expect };
