import { expect, type Locator, type Page } from "@playwright/test";

export const ADMIN = "admin@groundcrew.example";
export const MANAGER = "manager@skyline.example";
export const ORDINARY = "user@skyline.example";

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

/** Presses a button that asks first, then its question; again from the start when the question has gone meanwhile. */
export async function pressTwice(row: Locator, name: string): Promise<void> {
  await expect(async () => {
    await row.getByRole("button", { name }).click({ timeout: 4_000 });
    await row.getByRole("button", { name: "Are You Sure?" }).click({ timeout: 2_000 });
  }).toPass();
}
