import type { Page } from "@playwright/test";
import { followTo, watchRequests } from "./every-page.ts";
import { expect, test } from "./test.ts";

/** A user, a manager and a support operator; `every-page.spec.ts` opens each page as an admin. */
const ACCOUNTS = ["user@skyline.example", "manager@skyline.example", "staff@groundcrew.example"];

// @spec 90.1
// The browser's problems are watched in every test.
test("those who are no admins open each page of their navigation, all of a station and their account, and nothing fails", async ({
  browser,
  logIn,
  system,
}) => {
  const [station] = await system.stationsOf("Skyline Logistics");
  const first = ["/", "/account", `/stations/${station?.name}`];
  const walks = ACCOUNTS.map(async (email) => {
    const context = await browser.newContext({ baseURL: system.url });
    await logIn(context, email);
    const visited = await walk(await context.newPage(), first);
    for (const part of ["ssot", "edit", "supportlog"])
      expect(visited).not.toContain(`/stations/${station?.name}/${part}`);
    await context.close();
    return visited.size;
  });
  const [user = 0, manager = 0, operator] = await Promise.all(walks);
  expect(user).toBeGreaterThan(20);
  expect(manager).toBeGreaterThan(user);
  expect(operator).toBe(manager);
});

/** Opens pages and all that their navigation leads to, none of which says that something failed. Returns the visited paths. */
async function walk(page: Page, first: readonly string[]): Promise<Set<string>> {
  const idle = watchRequests(page, 50);
  await page.goto("/");
  const paths = new Set(first);
  // A set has what is added while its elements are visited.
  for (const path of paths) {
    await followTo(page, path);
    await idle();
    await expect(page.getByRole("heading", { level: 1 }), path).toHaveCount(1);
    await expect(page.getByRole("main").getByRole("alert"), path).toHaveCount(0);
    const links = await page.locator("nav a").evaluateAll((found) => found.map((link) => link.getAttribute("href")));
    for (const link of links) if (link !== null) paths.add(link);
  }
  return paths;
}
