import { HOUR_MS } from "@groundcrew/shared/lib";
import { linkIn, setPassword } from "./password-steps.ts";
import { inviteByForm, MANAGER, clickAndConfirm, rowOf } from "./manage-steps.ts";
import { expect, test } from "./test.ts";

// @spec 9.4, 129.1, 131.2
test("a manager invites someone twice, who accepts, becomes a manager and is deleted", async ({ login, system }) => {
  const email = "late@skyline.example";
  const page = await login(MANAGER, "/manage/users");
  await inviteByForm(page, email);
  const row = rowOf(page, email);
  const resend = row.getByRole("button", { name: `Resend ${email}` });
  await expect(row).toContainText(/Invited, not yet logged in\s*Expires 20\d\d-\d\d-\d\d \d\d:\d\d/);
  expect(await system.newestMail(email)).toContain("Skyline Logistics");

  await system.ageInvitation(email, 73 * HOUR_MS);
  await page.reload();
  await expect(row).toContainText(/Invited, not yet logged in\s*Expired 20/);
  await resend.click();
  await expect(page.getByText(`Renewed the invitation for ${email}.`)).toBeVisible();
  await expect(row).toContainText("Expires 20");

  await page.goto(linkIn(await system.newestMail(email, 2)));
  await setPassword(page, "seven purple kettles humming");
  await expect(page.getByText("Your new password is set.")).toBeVisible();
  await login(MANAGER, "/manage/users");
  await expect(row).toBeVisible();
  await expect(row).not.toContainText("Invited");
  await expect(resend).toHaveCount(0);

  const isManager = page.getByRole("switch", { name: `${email} is a manager` });
  const saved = page.waitForResponse((response) => response.request().method() === "PUT" && response.ok());
  await isManager.click();
  await saved;
  await page.reload();
  await expect(isManager).toBeChecked();
  await clickAndConfirm(row, "Delete");
  await expect(row).toHaveCount(0);
  await page.reload();
  await expect(rowOf(page, MANAGER)).toBeVisible();
  await expect(row).toHaveCount(0);
});
