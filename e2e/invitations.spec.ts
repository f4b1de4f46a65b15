import { HOUR_MS } from "@groundcrew/shared/lib";
import { inviteByForm, MANAGER, ORDINARY, rowOf } from "./manage-steps.ts";
import { expect, test } from "./test.ts";

test("who was invited is listed as not yet logged in, until when, is sent it again, and is a user once they accepted", async ({
  login,
  system,
}) => {
  const email = "late@skyline.example";
  const page = await login(MANAGER, "/manage/users");
  await inviteByForm(page, email);
  const row = rowOf(page, email);
  const resend = row.getByRole("button", { name: `Resend ${email}` });
  await expect(row).toContainText(/Invited, not yet logged in\s*Expires 20\d\d-\d\d-\d\d \d\d:\d\d/);
  await expect(rowOf(page, ORDINARY)).not.toContainText("Invited");
  await expect(rowOf(page, ORDINARY).getByRole("button", { name: /Resend/ })).toHaveCount(0);
  await system.newestMail(email);
  await resend.click();
  await expect(page.getByText(`${email} was sent an invitation less than 5 minutes ago.`)).toBeVisible();

  await system.ageInvitation(email, 73 * HOUR_MS);
  await page.reload();
  await expect(row).toContainText(/Invited, not yet logged in\s*Expired 20/);
  await resend.click();
  await expect(page.getByText(`Renewed the invitation for ${email}.`)).toBeVisible();
  await expect(row).toContainText("Expires 20");

  const link = /https?:\/\/\S+\/set-password\S+/.exec(await system.newestMail(email, 2))?.[0] ?? "";
  await page.goto(link);
  await page.getByLabel("Password", { exact: true }).fill("seven purple kettles humming");
  await page.getByRole("button", { name: "Set Password" }).click();
  await expect(page.getByText("Your new password is set.")).toBeVisible();
  await login(MANAGER, "/manage/users");
  await expect(row).toBeVisible();
  await expect(row).not.toContainText("Invited");
  await expect(resend).toHaveCount(0);
});
