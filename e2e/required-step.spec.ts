import { CONFIRMED_FOR_MS } from "@groundcrew/shared/contract";
import { SECOND_MS } from "@groundcrew/shared/lib";
import type { Page } from "@playwright/test";
import { addApp, keepCodes } from "./account-steps.ts";
import { logIn } from "./password-steps.ts";
import { UNAUTHORIZED_LIST, UNAUTHORIZED_SESSION } from "./problem-watch.ts";
import { expect, test } from "./test.ts";

/** The manager of the demo's organization that will require a second step. */
const MANAGER = "manager@meridian.example";
const PRIYA = "priya@groundcrew.example";
const due = (page: Page) => page.getByText(/^Meridian Energy requires a second step: add a passkey/);

test.afterEach(async ({ system }) => system.removeFactors(MANAGER));

test("an organization requires a second step: its manager reads it, has to set one up in every tab, and cannot remove it", async ({
  page,
  context,
  problems,
  system,
}) => {
  problems.allow(/returned 403$/);
  problems.allow(/returned 428$/);
  problems.allow(UNAUTHORIZED_LIST);
  await page.goto("/login");
  await logIn(page, MANAGER, system.password);
  await expect(page.getByText(/^Meridian Energy requires a second step from /)).toBeVisible();
  expect(await system.newestMail(MANAGER)).toContain("/account");

  const other = await context.newPage();
  await other.goto("/stats");
  await page.goto("/manage/users");
  await page.getByRole("button", { name: "Change the Requirement" }).click();
  const rule = page.getByRole("dialog", { name: "Require a Second Step" });
  await rule.getByLabel("From").fill(new Date().toISOString().slice(0, "2026-12-01".length));
  await rule.getByRole("button", { name: "Save" }).click();
  for (const tab of [page, other]) await expect(due(tab)).toBeVisible();
  await expect(other).toHaveURL(/\/account$/);
  await page.goBack();
  await expect(due(page)).toBeVisible();

  const { app } = await addApp(page);
  await keepCodes(page);
  await expect(due(page)).toHaveCount(0);
  await other.reload();
  await other.getByRole("link", { name: "Stations" }).click();
  await expect(other.getByRole("heading", { name: "Stations" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Remove the authenticator app" })).toBeDisabled();
  await expect(page.getByText(/^Meridian Energy requires a second step\. Add another before/)).toBeVisible();

  await page.goto("/manage/users");
  await page.getByLabel("Email Address").fill("new@meridian.example");
  await system.setProofs(MANAGER, CONFIRMED_FOR_MS);
  await page.getByRole("button", { name: "Invite" }).click();
  const proof = page.getByRole("dialog", { name: "Confirm It Is You" });
  await expect(proof.getByText("You are about to invite a user.")).toBeVisible();
  await proof.getByRole("textbox").fill(app.generate({ timestamp: Date.now() + 30 * SECOND_MS }));
  await proof.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Invited new@meridian.example. They will receive an email.")).toBeVisible();
});

test("a login on a new device is reported by email, whose link ends it", async ({
  page,
  browser,
  problems,
  system,
}) => {
  problems.allow(UNAUTHORIZED_LIST);
  problems.allow(UNAUTHORIZED_SESSION);
  problems.allow(/^GET \/api\/account returned 401$/);
  await page.goto("/login");
  await logIn(page, PRIYA, system.password);
  await expect(page.getByRole("heading", { name: "Stations" })).toBeVisible();
  const elsewhere = await browser.newContext({ baseURL: system.url });
  const stranger = await elsewhere.newPage();
  await stranger.goto("/login?r=%2Faccount");
  await logIn(stranger, PRIYA, system.password);
  await expect(stranger.getByRole("heading", { name: "Sessions" })).toBeVisible();

  const [, path = ""] = /(\/account\?not-me=\d+)/.exec(await system.newestMail(PRIYA)) ?? [];
  await page.goto(path);
  const dialog = page.getByRole("dialog", { name: "Not Me" });
  await dialog.getByRole("button", { name: "End Session" }).click();
  await expect(page.getByRole("dialog", { name: "Change Password" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByText("New device", { exact: true })).toHaveCount(0);
  await expect(stranger.getByText("Your session has ended.")).toBeVisible();
  await elsewhere.close();
});
