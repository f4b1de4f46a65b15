import type { Page } from "@playwright/test";
import { expectAccessibleInEachLayout } from "./axe.ts";
import type { TestSystem } from "./test-system.ts";
import { expect, test } from "./test.ts";
import { REFUSED_LIST } from "./problem-watch.ts";

const FIRST_PASSWORD = "seven purple kettles humming";
const SECOND_PASSWORD = "nine copper lanterns drifting";
const DEAD_LINK =
  "This link no longer works. Request a new one with 'Forgot Password?' on the login page, or ask to be invited again.";

/** Invites a new user, as a manager of Skyline Logistics would. */
async function invite(page: Page, system: TestSystem, email: string): Promise<void> {
  const { request } = page;
  const manager = { email: "manager@skyline.example", password: system.password };
  expect((await request.post("/api/sessions/current", { data: manager })).status()).toBe(201);
  expect((await request.post(`/api/users?email=${email}`)).status()).toBe(201);
  expect((await request.delete("/api/sessions/current")).status()).toBe(204);
}

/** The link in a mail, as a path of the console. */
function linkIn(mail: string): string {
  const link = /https?:\/\/\S+\/set-password\S+/.exec(mail)?.[0];
  if (link === undefined) throw new Error(`No link in ${mail}`);
  const { pathname, search, hash } = new URL(link);
  expect([search, hash]).toEqual(["", expect.stringContaining("code=")]);
  return pathname + hash;
}

async function setPassword(page: Page, password: string): Promise<void> {
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Set Password" }).click();
}

async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("Email Address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Continue", exact: true }).click();
}

// @spec 21.1, 37.4, 43.1
test("an invited user sets a password and logs in; who has forgotten it gets a link to set another", async ({
  page,
  system,
  problems,
}) => {
  problems.allow(REFUSED_LIST);
  const email = "newcomer@skyline.example";
  await invite(page, system, email);
  await page.goto(linkIn(await system.newestMail(email)));
  await setPassword(page, FIRST_PASSWORD);
  await expect(page.getByText("Your new password is set.")).toBeVisible();
  await expect(page).toHaveURL(`${system.url}/login`);
  await logIn(page, email, FIRST_PASSWORD);
  await expect(page.getByRole("heading", { name: "Stations" })).toBeVisible();
  await page.getByRole("button", { name: "Log Out" }).click();

  await page.getByRole("link", { name: "Forgot Password?" }).click();
  await expect(page).toHaveURL(`${system.url}/forgot`);
  await page.getByLabel("Email Address").fill(email);
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await expect(page.getByText("Check your email for a link to set a new password.")).toBeVisible();
  await expect(page).toHaveURL(`${system.url}/login`);

  await page.goto(linkIn(await system.newestMail(email, 2)));
  await setPassword(page, SECOND_PASSWORD);
  await expect(page).toHaveURL(`${system.url}/login`);
  await logIn(page, email, FIRST_PASSWORD);
  await expect(page.getByRole("alert")).toHaveText("The email address or password is wrong.");
  await logIn(page, email, SECOND_PASSWORD);
  await expect(page.getByRole("heading", { name: "Stations" })).toBeVisible();
});

test("setting a password logs its user out everywhere, here too", async ({ page, system, problems }) => {
  problems.allow(/^GET \/api\/(sessions\/current|stations\?.*) answered 401$/);
  const email = "everywhere@skyline.example";
  await invite(page, system, email);
  await page.goto(linkIn(await system.newestMail(email)));
  await setPassword(page, FIRST_PASSWORD);
  await logIn(page, email, FIRST_PASSWORD);
  await expect(page.getByRole("heading", { name: "Stations" })).toBeVisible();
  expect((await page.request.delete(`/api/users/password?email=${email}`)).status()).toBe(204);

  await page.goto(linkIn(await system.newestMail(email, 2)));
  await setPassword(page, SECOND_PASSWORD);
  await expect(page).toHaveURL(`${system.url}/login`);
});

// @spec 40.2, 225.1
test("the answer to who has forgotten a password is the same for an unknown address", async ({ page, system }) => {
  await page.goto("/forgot");
  await page.getByLabel("Email Address").fill("nobody@nowhere.example");
  await page.getByLabel("Email Address").press("Enter");
  await expect(page.getByText("Check your email for a link to set a new password.")).toBeVisible();
  await expect(page).toHaveURL(`${system.url}/login`);
});

// @spec 32.1, 40.1, 197.3
test("to ask for a new password an email is required", async ({ page, system }) => {
  await page.goto("/forgot");
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  const field = page.getByLabel("Email Address");
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription("Enter a valid email address.");
  await page.getByRole("button", { name: "Go Back" }).click();
  await expect(page).toHaveURL(`${system.url}/login`);
});

// @spec 40.3, 291.3
test("server error messages show under the form", async ({ page }) => {
  await page.goto("/forgot");
  await page.route("**/api/users/password*", (route) => route.abort());
  await page.getByLabel("Email Address").fill("user@harbor.example");
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await expect(page.getByRole("alert")).toHaveText("Unable to contact the server (likely due to a network error)");
});

// @spec 32.1, 43.1, 225.1
test("set password shows the email read-only, and neither it nor the code stay in the address", async ({
  page,
  system,
}) => {
  const email = page.getByLabel("Email Address");
  // Mails from older versions have them in the query string.
  for (const sign of ["#", "?"]) {
    await page.goto("/login");
    await page.goto(`/set-password${sign}email=user%40harbor.example&code=secret`);
    await expect(page).toHaveURL(`${system.url}/set-password`);
    await expect(email).toHaveValue("user@harbor.example");
    await expect(email).not.toBeEditable();
    await page.reload();
    await expect(email).toHaveValue("user@harbor.example");
  }
});

for (const path of ["", "?email=user%40harbor.example", "?code=secret", "?email=&code="]) {
  // @spec 22.1
  test(`set password needs email and code, else it leads to /: ${path || "neither"}`, async ({ page, system }) => {
    await page.goto(`/set-password${path}`);
    await expect(page).toHaveURL(`${system.url}/login`);
  });
}

for (const [password, message] of [
  ["", "Enter a password."],
  ["too short", "Use at least 15 characters, such as a few words that do not belong together."],
] as const) {
  // @spec 197.4
  test(`a new password is refused at once: ${JSON.stringify(password)}`, async ({ page }) => {
    await page.goto("/set-password?email=user%40harbor.example&code=secret");
    await setPassword(page, password);
    const field = page.getByLabel("Password", { exact: true });
    await expect(field).toBeFocused();
    await expect(field).toHaveAccessibleDescription(message);
    await expect(field).toHaveAttribute("aria-invalid", "true");
  });
}

test("a password that is easily guessed is refused by the server", async ({ page, system }) => {
  const email = "guessable@skyline.example";
  await invite(page, system, email);
  await page.goto(linkIn(await system.newestMail(email)));
  await setPassword(page, "skyline logistics 2026");
  await expect(page.getByRole("alert")).toContainText("This password is easily guessed.");
});

// @spec 291.3
test("an expired link says so and offers a new one", async ({ page, system }) => {
  await page.goto("/set-password?email=user%40harbor.example&code=used-up");
  await setPassword(page, FIRST_PASSWORD);
  await expect(page.getByRole("alert")).toHaveText(DEAD_LINK);
  await page.getByRole("link", { name: "Forgot Password?" }).click();
  await expect(page).toHaveURL(`${system.url}/forgot`);
});

test("the forgot page is accessible, its messages included", async ({ page }) => {
  await page.goto("/forgot");
  await page.getByLabel("Email Address").fill("nobody");
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await expect(page.getByLabel("Email Address")).toHaveAttribute("aria-invalid", "true");
  await expectAccessibleInEachLayout(page);
});

test("the set password page is accessible, its messages included", async ({ page }) => {
  await page.goto("/set-password?email=user%40harbor.example&code=used-up");
  await page.getByLabel("Password", { exact: true }).waitFor();
  await expectAccessibleInEachLayout(page);
  await setPassword(page, FIRST_PASSWORD);
  await page.getByRole("alert").waitFor();
  await expectAccessibleInEachLayout(page);
});
