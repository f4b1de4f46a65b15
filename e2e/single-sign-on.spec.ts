import type { Locator, Page } from "@playwright/test";
import { startOpenIdProvider } from "../server/test/openid-provider.ts";
import { addApp, keepCodes } from "./account-steps.ts";
import { ADMIN, rowOf } from "./manage-steps.ts";
import { UNAUTHORIZED_LIST } from "./problem-watch.ts";
import { expect, test } from "./test.ts";

const USER = "user@harbor.example";
const button = (page: Page | Locator, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const signOn = "Continue with Harbor Air SSO";

test("an admin sets up single sign-on, and a user logs in with it, with a second step, and logs out of both", async ({
  login,
  browser,
  problems,
  system,
}) => {
  problems.allow(UNAUTHORIZED_LIST);
  const provider = await startOpenIdProvider(`${system.url}/login`);
  provider.people.set("ada", { email: USER, email_verified: true, name: "Ada" });
  provider.visitor.sub = "ada";

  const admin = await login(ADMIN, "/manage/organizations");
  await button(rowOf(admin, "Harbor Air"), /^Set Up/).click();
  const dialog = admin.getByRole("dialog", { name: "Single Sign-On" });
  await expect(dialog).toContainText(`${system.url}/login`);
  await dialog.getByLabel("Issuer").fill(provider.issuer);
  await dialog.getByLabel("Client ID").fill("console");
  await dialog.getByLabel("Client Secret").fill("secret of console");
  await dialog.getByLabel("Email Domains").fill("harbor.example");
  await button(dialog, "Test").click();
  await expect(admin.getByText("The identity provider accepts the client.")).toBeVisible();
  await button(dialog, "Save").click();
  await expect(button(rowOf(admin, "Harbor Air"), /^Harbor Air SSO/)).toBeVisible();

  const context = await browser.newContext({ baseURL: system.url });
  const page = await context.newPage();
  await page.goto("/login?r=%2Faccount");
  await expect(button(page, signOn)).toHaveCount(0);
  await page.getByLabel("Email Address").fill(USER);
  await page.getByLabel("Password", { exact: true }).focus();
  await button(page, signOn).click();
  await expect(page).toHaveURL(`${system.url}/account`);
  await expect(page.getByRole("row").filter({ hasText: "This one" })).toContainText("Harbor Air SSO");
  await expect(page.getByText(`${USER} · used`)).toBeVisible();
  // Nobody was asked anything: a login is a proof only where that was asked for.
  await button(page, "Add an Authenticator App").click();
  const proof = page.getByRole("dialog", { name: "Confirm It Is You" });
  await button(proof, signOn).click();
  await expect(page.getByText("You have confirmed that it is you.")).toBeVisible();
  await expect(page).toHaveURL(`${system.url}/account`);
  const { app } = await addApp(page);
  await keepCodes(page);

  // The provider asks, since somebody may be logged in to other applications there.
  await button(page, "Log Out").click();
  await expect(page).toHaveURL(new RegExp(`^${provider.issuer}/`));
  await page.getByRole("button", { name: /sign me out/i }).click();
  await expect(page.getByRole("heading", { name: "Welcome" })).toBeVisible();

  // The browser remembers where somebody has logged in.
  await button(page, signOn).click();
  await expect(page.getByRole("heading", { name: "One more step" })).toBeVisible();
  await page.getByRole("textbox").fill(app.generate({ timestamp: Date.now() + 30_000 }));
  await button(page, "Continue").click();
  await expect(page.getByRole("heading", { name: "Stations" })).toBeVisible();

  await context.close();
  provider.stop();
  await system.removeFactors(USER);
});
