import { test as base, expect, type Page } from "@playwright/test";
import { startTestSystem, type TestSystem } from "./test-system.ts";
import { watchProblems, type ProblemWatch } from "./problem-watch.ts";

type Fixtures = {
  /** Logs in as a demo account, and opens the page at a path: without one the stations list, which is there when this is done. */
  login: (email: string, path?: string) => Promise<Page>;
  /** What goes wrong in the browser fails the test, unless it is named here beforehand. */
  trouble: ProblemWatch;
};

/** Tests with a whole system behind them: `system` is shared by a worker, `login` enters it as one of the demo accounts. */
export const test = base.extend<Fixtures, { system: TestSystem }>({
  system: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from a destructuring pattern
    async ({}, use) => {
      const system = await startTestSystem();
      await use(system);
      await system.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  trouble: [
    async ({ browser, context }, use) => {
      const watched = watchProblems(browser, [context]);
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
  baseURL: async ({ system }, use) => use(system.url),
  login: async ({ page, system }, use) =>
    use(async (email, path) => {
      const reply = await page.request.post("/api/sessions/current", { data: { email, password: system.password } });
      expect(reply.status()).toBe(201);
      await page.goto(path ?? "/");
      if (path === undefined) await expect(page.getByRole("heading", { name: "Stations" })).toBeVisible();
      return page;
    }),
});
export { expect };
