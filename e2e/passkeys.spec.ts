import { CONFIRMED_FOR_MS } from "@groundcrew/shared/contract";
import type { Page } from "@playwright/test";
import { addAuthenticator, addPasskey, atName, keepCodes } from "./account-steps.ts";
import { logIn } from "./password-steps.ts";
import { UNAUTHORIZED_LIST } from "./problem-watch.ts";
import { expect, test } from "./test.ts";

const OWNER = "lee@groundcrew.example";
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

test.afterEach(async ({ system }) => system.removeFactors(OWNER));

test("somebody adds a passkey, logs in with it alone and as second step, confirms with it, loses and removes it", async ({
  page,
  problems,
  system,
}) => {
  problems.allow(/returned 428$/);
  problems.allow(UNAUTHORIZED_LIST);
  const at = (path: string) => atName(system, path);
  const lose = await addAuthenticator(page);
  await page.goto(at("/login?r=%2Faccount"));
  await expect(button(page, "Continue with a Passkey")).toHaveCount(0);
  await logIn(page, OWNER, system.password);
  await addPasskey(page, "Virtual key");
  await keepCodes(page);
  await expect(page.getByText("Virtual key")).toBeVisible();

  await button(page, "Log Out").click();
  await button(page, "Continue with a Passkey").click();
  await expect(page.getByRole("heading", { name: "Stations" })).toBeVisible();
  await page.goto(at("/account"));
  await expect(page.getByRole("row").filter({ hasText: "This one" })).toContainText("Passkey");

  await button(page, "Log Out").click();
  await logIn(page, OWNER, system.password);
  await button(page, "Use a Passkey").click();
  await expect(page.getByRole("heading", { name: "Stations" })).toBeVisible();

  await page.goto(at("/account"));
  await system.setProofs(OWNER, CONFIRMED_FOR_MS);
  await button(page, "Make New Ones").click();
  await button(page, "Use a Passkey").click();
  await keepCodes(page);

  await lose();
  await button(page, "Remove the passkey Virtual key").click();
  await button(page, "Are You Sure? Remove the passkey Virtual key").click();
  await expect(page.getByText("Removed the passkey.")).toBeVisible();
  await button(page, "Log Out").click();
  await logIn(page, OWNER, system.password);
  await expect(page.getByRole("heading", { name: "Stations" })).toBeVisible();
});
