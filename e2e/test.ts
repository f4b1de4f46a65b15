import { CONFIRMED_FOR_MS } from "@groundcrew/shared/contract";
import { MINUTE_MS } from "@groundcrew/shared/lib";
import { test as base, expect, type BrowserContext, type Page } from "@playwright/test";
import { startHostileSystem } from "./hostile-system.ts";
import { startTestSystem, type TestSystem } from "./test-system.ts";
import { watchProblems, type ProblemWatch } from "./problem-watch.ts";

type Fixtures = {
  /** Logs in as a demo account, and opens a path; without one, opens the station list and waits until it is visible. */
  login: (email: string, path?: string) => Promise<Page>;
  /** Browser problems fail the test, except those declared here beforehand. */
  problems: ProblemWatch;
};

/** Gives a browser context a session of a demo account; tests of a worker share it for as long as it is valid. */
type LogIn = (context: BrowserContext, email: string) => Promise<void>;

type WorkerFixtures = {
  system: TestSystem;
  /** A server of its own, whose texts of people and stations are all hostile. */
  hostile: Awaited<ReturnType<typeof startHostileSystem>> & { logIn: LogIn };
  logIn: LogIn;
  /** A system of its own, whose consoles load lists in pages. */
  large: TestSystem & { logIn: LogIn };
};

/**
 * Tests against the whole system: each worker has one `system`, and `login` logs in as one of its demo accounts. Files share these worker
 * fixtures: a file with others would get a worker, a browser and a system of its own.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  system: [
    async ({}, use) => {
      // Push services and webhooks of tests are on this machine.
      const system = await startTestSystem({ settings: { WEBHOOK_ALLOW_PRIVATE: "1" } });
      await use(system);
      await system.stop();
    },
    { scope: "worker", timeout: 60_000 },
  ],
  hostile: [
    async ({}, use) => {
      const hostile = await startHostileSystem();
      await use({ ...hostile, logIn: sharedSessions(hostile) });
      await hostile.stop();
    },
    { scope: "worker", timeout: 60_000 },
  ],
  large: [
    async ({}, use) => {
      const system = await startTestSystem({ stations: 240, reporting: 10, settings: { LIST_PAGES_ABOVE: "20" } });
      await use({ ...system, logIn: sharedSessions(system) });
      await system.stop();
    },
    { scope: "worker", timeout: 60_000 },
  ],
  logIn: [async ({ system }, use) => use(sharedSessions(system)), { scope: "worker" }],
  problems: [
    async ({ browser, context }, use) => {
      const watched = watchProblems(browser, [context]);
      await watched.ready();
      await use(watched.problems);
      watched.stop();
      expect(watched.found(), "unexpected problems in the browser").toEqual([]);
    },
    { auto: true },
  ],
  // Mocked routes may still be handling requests when the test ends.
  page: async ({ page }, use) => {
    await use(page);
    await page.unrouteAll({ behavior: "ignoreErrors" });
  },
  baseURL: async ({ system }, use) => use(system.url),
  login: async ({ page, logIn }, use) =>
    use(async (email, path) => {
      await logIn(page.context(), email);
      await page.goto(path ?? "/");
      if (path === undefined) await expect(page.getByRole("heading", { name: "Stations" })).toBeVisible();
      return page;
    }),
});
export { expect };

/** For how long a login is shared (ms): shorter than for what it is proof enough. */
const SHARED_MS = CONFIRMED_FOR_MS - 3 * MINUTE_MS;

/**
 * A login costs a password hash, which is expensive on purpose, so an account logs in again only after its session has ended, or would soon have to be
 * confirmed.
 */
function sharedSessions({ url, password }: Pick<TestSystem, "url" | "password">): LogIn {
  const logins = new Map<string, { at: number; cookies: Awaited<ReturnType<BrowserContext["cookies"]>> }>();
  return async (context, email) => {
    const cached = logins.get(email);
    if (cached && Date.now() - cached.at < SHARED_MS) {
      await context.addCookies(cached.cookies);
      if ((await context.request.get(`${url}/api/sessions/current`)).ok()) return;
    }
    const response = await context.request.post(`${url}/api/sessions/current`, { data: { email, password } });
    expect(response.status()).toBe(201);
    logins.set(email, { at: Date.now(), cookies: await context.cookies() });
  };
}
