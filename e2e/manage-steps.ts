import type { Locator, Page } from "@playwright/test";

export const ADMIN = "admin@groundcrew.example";

export function rowOf(page: Page, text: string): Locator {
  return page.getByRole("row").filter({ hasText: text });
}

export async function inviteByForm(page: Page, email: string): Promise<void> {
  await page.getByLabel("Email Address").fill(email);
  await page.getByRole("button", { name: "Invite" }).click();
}

export async function createKey(page: Page, description: string): Promise<void> {
  await page.getByRole("button", { name: "New Key" }).click();
  await page.getByLabel("Description").fill(description);
  await page.getByRole("button", { name: "Create Key" }).click();
}
