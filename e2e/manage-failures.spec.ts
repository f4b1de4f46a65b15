import type { Page } from "@playwright/test";
import { ADMIN, createKey, inviteByForm, MANAGER, ORDINARY, pressAndConfirm, rowOf } from "./manage-steps.ts";
import { expect, test } from "./test.ts";

/** Makes write requests fail with a server error; reads still succeed. */
async function failChanges(page: Page): Promise<void> {
  await page.route("**/api/**", (route) =>
    route.request().method() === "GET"
      ? route.fallback()
      : route.fulfill({ status: 503, contentType: "text/plain", body: "The database is away." }),
  );
}

test.describe("what fails says so, and why", () => {
  // @spec 302.1
  test("Invite failed.", async ({ login }) => {
    const page = await login(MANAGER, "/manage/users");
    await inviteByForm(page, ORDINARY);
    await expect(page.getByText("Invite failed.", { exact: true })).toBeVisible();
    await expect(page.getByRole("alert").filter({ hasText: "Invite failed." })).toContainText("already has an account");
    const field = page.getByLabel("Email Address");
    await expect(field).toHaveAccessibleDescription(/already has an account/);
    await expect(field).toHaveValue(ORDINARY);
  });

  // @spec 302.1
  test("Permission change failed. Deletion failed.", async ({ login }) => {
    const page = await login(MANAGER, "/manage/users");
    const isManager = page.getByRole("switch", { name: `${ORDINARY} is a manager` });
    await expect(isManager).not.toBeChecked();
    await failChanges(page);
    await isManager.click();
    const toast = page.getByRole("alert").filter({ hasText: "Permission change failed." });
    await expect(toast).toContainText("The database is away.");
    await expect(isManager).not.toBeChecked();
    const row = rowOf(page, ORDINARY);
    await pressAndConfirm(row, "Delete");
    await expect(page.getByText("Deletion failed.", { exact: true })).toBeVisible();
    await expect(row).toBeVisible();
  });

  // @spec 302.1
  test("Key creation failed. Revocation failed.", async ({ login }) => {
    const page = await login(MANAGER, "/manage/apikeys");
    await createKey(page, "Kept key");
    await page.getByRole("dialog").getByRole("button", { name: "Close", exact: true }).click();
    await failChanges(page);
    await createKey(page, "Another key");
    await expect(page.getByText("Key creation failed.", { exact: true })).toBeVisible();
    await expect(page.getByLabel("Description")).toHaveAccessibleDescription("The database is away.");
    const row = rowOf(page, "Kept key");
    await pressAndConfirm(row, "Revoke");
    await expect(page.getByText("Revocation failed.", { exact: true })).toBeVisible();
    await expect(row).toBeVisible();
  });

  // @spec 302.1
  test("New org failed.", async ({ login }) => {
    const page = await login(ADMIN, "/manage/organizations");
    await page.getByLabel("Name").fill("harbor air");
    await page.getByLabel("Name").press("Enter");
    await expect(page.getByText("New org failed.", { exact: true })).toBeVisible();
    await expect(page.getByLabel("Name")).toHaveAccessibleDescription(
      "An organization called harbor air already exists.",
    );
  });

  test("a list that cannot be loaded is loaded again on demand", async ({ login }) => {
    const page = await login(MANAGER);
    await page.route("**/api/users*", (route) => route.abort());
    await page.goto("/manage/users");
    await expect(page.getByRole("alert")).toContainText("The users could not be loaded.");
    await page.unroute("**/api/users*");
    await page.getByRole("button", { name: "Reload" }).click();
    await expect(rowOf(page, ORDINARY)).toBeVisible();
  });
});
