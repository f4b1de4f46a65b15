import { expect, type Page } from "@playwright/test";

/** The link in an email, as a path of the console. */
export function linkIn(mail: string): string {
  const link = /https?:\/\/\S+\/set-password\S+/.exec(mail)?.[0];
  if (link === undefined) throw new Error(`No link in ${mail}`);
  const { pathname, search, hash } = new URL(link);
  expect([search, hash]).toEqual(["", expect.stringContaining("code=")]);
  return pathname + hash;
}

export async function setPassword(page: Page, password: string): Promise<void> {
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Set Password" }).click();
}

export async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("Email Address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Continue", exact: true }).click();
}
