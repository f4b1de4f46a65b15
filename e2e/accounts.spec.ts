import { HOUR_MS } from "@groundcrew/shared/lib";
import { ADMIN, inviteByForm, rowOf } from "./manage-steps.ts";
import { linkIn, logIn, setPassword } from "./password-steps.ts";
import { UNAUTHORIZED_LIST } from "./problem-watch.ts";
import { expect, test } from "./test.ts";

const FIRST_PASSWORD = "seven purple kettles humming";
const SECOND_PASSWORD = "nine copper lanterns drifting";

// @spec 9.4, 21.1, 37.4, 43.1, 128.2, 129.1, 131.1, 131.2
test("an admin creates an organization and invites its first user twice, who sets a password, logs in, forgets it and sets another one", async ({
  login,
  browser,
  problems,
  system,
}) => {
  problems.allow(UNAUTHORIZED_LIST);
  const email = "first@meridian.example";
  const admin = await login(ADMIN, "/manage/organizations");
  await admin.getByLabel("Name").fill("Meridian Survey");
  await admin.getByRole("button", { name: "Create Organization" }).click();
  await expect(admin.getByText("Created the organization Meridian Survey.")).toBeVisible();
  await admin.getByLabel("Organization", { exact: true }).click();
  await admin.getByRole("radio", { name: "Meridian Survey" }).click();
  await admin.getByRole("link", { name: "Users", exact: true }).click();
  await expect(admin.getByText("This organization has no users yet.")).toBeVisible();
  await inviteByForm(admin, email);
  const row = rowOf(admin, email);
  await expect(row).toContainText(/Invited, not yet logged in\s*Expires 20\d\d-\d\d-\d\d \d\d:\d\d/);
  expect(await system.newestMail(email)).toContain("Meridian Survey");
  await system.ageInvitation(email, 73 * HOUR_MS);
  await admin.reload();
  await expect(row).toContainText(/Invited, not yet logged in\s*Expired 20/);
  await row.getByRole("button", { name: `Resend ${email}` }).click();
  await expect(admin.getByText(`Renewed the invitation for ${email}.`)).toBeVisible();

  const context = await browser.newContext({ baseURL: system.url });
  const page = await context.newPage();
  await page.goto(linkIn(await system.newestMail(email, 2)));
  await setPassword(page, FIRST_PASSWORD);
  await expect(page.getByText("Your new password is set.")).toBeVisible();
  await logIn(page, email, FIRST_PASSWORD);
  await expect(page.getByText("There are no stations yet.")).toBeVisible();
  await page.getByRole("button", { name: "Log Out" }).click();
  await page.getByRole("link", { name: "Forgot Password?" }).click();
  await page.getByLabel("Email Address").fill(email);
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await expect(page.getByText("Check your email for a link to set a new password.")).toBeVisible();
  await page.goto(linkIn(await system.newestMail(email, 3)));
  await setPassword(page, SECOND_PASSWORD);
  await expect(page).toHaveURL(`${system.url}/login`);
  await logIn(page, email, FIRST_PASSWORD);
  await expect(page.getByRole("alert")).toHaveText("The email address or password is wrong.");
  await logIn(page, email, SECOND_PASSWORD);
  await expect(page.getByRole("heading", { name: "Stations" })).toBeVisible();
  await context.close();
  await admin.reload();
  await expect(row).not.toContainText("Invited");
});
