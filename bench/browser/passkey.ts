import { DEMO_PASSWORD } from "@groundcrew/server/demo";
import type { Page } from "@playwright/test";
import { addAuthenticator, addPasskey, keepCodes } from "../../e2e/account-steps.ts";
import { measureOnPage } from "./measure-on-page.ts";
import { COLUMNS, print, timed } from "./timing.ts";

/*
 * A login with a passkey, from the press on the login page until the first rows of the list are painted, with Chromium's own authenticator, which waits
 * for nobody; and with a password, for comparison.
 *
 * node bench/browser/passkey.ts [--stations 10000] [--quiet]
 */
const EMAIL = "lee@groundcrew.example";
const GOAL_MS = 1_500;
const RUNS = 8;
const shows = 'ul[aria-label="Stations"] li';

await measureOnPage(10_000, async ({ page, devtools, child }) => {
  // Browsers know no passkeys of addresses.
  const at = (path: string) => new URL(path, child.url.replace("127.0.0.1", "localhost")).href;
  await addAuthenticator(page);
  await page.context().request.post(at("/api/sessions/current"), { data: { email: EMAIL, password: DEMO_PASSWORD } });
  await page.goto(at("/account"));
  console.log(`\n| | ${COLUMNS}`);
  await print("password → first rows", RUNS, async () => {
    await logOut(page, at("/login"));
    await page.getByLabel("Email Address").fill(EMAIL);
    await page.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
    return timed(page, devtools, {
      act: () => page.getByRole("button", { name: "Continue", exact: true }).click(),
      shows,
    });
  });
  await page.goto(at("/account"));
  await addPasskey(page, "Authenticator of Chromium");
  await keepCodes(page);
  await print({ name: "passkey → first rows", wallMs: GOAL_MS }, RUNS, async () => {
    await logOut(page, at("/login"));
    return timed(page, devtools, {
      act: () => page.getByRole("button", { name: "Continue with a Passkey" }).click(),
      shows,
    });
  });
});

async function logOut(page: Page, login: string): Promise<void> {
  await page.context().clearCookies();
  await page.goto(login);
}
