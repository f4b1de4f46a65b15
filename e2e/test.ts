import { test as base, expect, type Page } from "@playwright/test";
import { startTestSystem, type TestSystem } from "./test-system.ts";
import { watchProblems, type ProblemWatch } from "./problem-watch.ts";

type Fixtures = {
  /** Logs in as a demo account, and opens a path; without one, opens the station list and waits until it is visible. */
  login: (email: string, path?: string) => Promise<Page>;
  /** Browser problems fail the test, except those declared here beforehand. */
  problems: ProblemWatch;
};

/** Tests against the whole system: each worker has one `system`, and `login` logs in as one of its demo accounts. */
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
  problems: [
    async ({ browser, context }, use) => {
      const watched = watchProblems(browser, [context]);
      await watched.ready();
      await use(watched.problems);
      watched.stop();
      expect(watched.found(), "what went wrong in the browser").toEqual([]);
    },
    { auto: true },
  ],
  // Mocked routes may still be handling requests when the test ends.
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
