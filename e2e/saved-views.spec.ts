import type { Page } from "@playwright/test";
import { expectLive } from "./live-steps.ts";
import { expect, test } from "./test.ts";

// @spec R7.3
test("a shared view is changed by two people, who learn of each other before anything is overwritten, and is deleted by one of them", async ({
  login,
  logIn,
  browser,
  system,
}) => {
  const user = await login("user@skyline.example", "/?stations-sort=swaps");
  await act(user, "Save as New View…");
  await user.getByLabel("Name", { exact: true }).fill("Skyline weekly");
  await user.getByText("Everyone in Skyline Logistics").click();
  await user.getByRole("button", { name: "Save View" }).click();
  await expect(user).toHaveURL(/\/\?view=\d+$/);
  await expectLive(user);

  const context = await browser.newContext({ baseURL: system.url });
  await logIn(context, "manager@skyline.example");
  const manager = await context.newPage();
  await manager.goto(user.url());
  await expect(sort(manager, "Swaps")).toBeVisible();
  await choose(manager, "Group", "Organization");
  await choose(user, "Sort", "Uptime");

  await act(manager, /^Save Changes/);
  await expect(manager.getByText("Changes it for 1 person.")).toBeVisible();
  await manager.getByRole("button", { name: "Save Changes" }).click();
  await expect(manager.getByText("Saved changes to “Skyline weekly”")).toBeVisible();
  // Live, and beside the other change.
  await expect(group(user, "Organization")).toBeVisible();
  await expect(sort(user, "Uptime")).toBeVisible();

  await act(user, /^Save Changes/);
  await user.getByRole("button", { name: "Save Changes" }).click();
  await expect(user.getByText(/^Morgan Reyes changed the groups\. Your changes are not saved yet\./)).toBeVisible();
  await user.getByRole("button", { name: "Save Changes" }).click();
  await expect(user.getByText("Saved changes to “Skyline weekly”")).toBeVisible();
  await expect(sort(manager, "Uptime")).toBeVisible();
  await expect(group(manager, "Organization")).toBeVisible();

  await act(manager, "More about Skyline weekly", "Delete…");
  await manager.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(manager.getByText("Deleted “Skyline weekly”")).toBeVisible();
  await expect(user.getByText("This view is gone.")).toBeVisible();
  await expect(sort(user, "Uptime")).toBeVisible();
  await context.close();
});

/** Presses items of the menu of views. */
async function act(page: Page, ...items: readonly (string | RegExp)[]): Promise<void> {
  await page.getByRole("button", { name: /^View(s$|:)/ }).click();
  for (const name of items) await page.getByRole("menuitem", { name }).click();
}

async function choose(page: Page, menu: "Sort" | "Group", option: string): Promise<void> {
  await page.getByRole("button", { name: new RegExp(`^${menu}:`) }).click();
  await page.getByRole("menuitemradio", { name: option, exact: true }).click();
}

function sort(page: Page, label: string) {
  return page.getByRole("button", { name: `Sort: ${label}` });
}

function group(page: Page, label: string) {
  return page.getByRole("button", { name: `Group: ${label}` });
}
