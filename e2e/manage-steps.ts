import type { Locator, Page } from "@playwright/test";
import { stopClock } from "./clock.ts";

export const ADMIN = "admin@groundcrew.example";
export const MANAGER = "manager@skyline.example";

export function rowOf(page: Page, text: string): Locator {
  return page.getByRole("row").filter({ hasText: text });
}

export async function inviteByForm(page: Page, email: string): Promise<void> {
  await page.getByLabel("Email Address").fill(email);
  await page.getByRole("button", { name: "Invite" }).click();
}

export async function createKey(page: Page, description: string): Promise<void> {
  await page.getByLabel("Description").fill(description);
  await page.getByRole("button", { name: "Create Key" }).click();
}

/** Clicks a button that needs confirmation, and confirms; the confirmation stays open for as long as that takes. */
export async function clickAndConfirm(row: Locator, name: string): Promise<void> {
  const page = row.page();
  await stopClock(page);
  await row.getByRole("button", { name }).click();
  await row.getByRole("button", { name: "Are You Sure?" }).click();
  await page.clock.resume();
}
