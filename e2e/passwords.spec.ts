import { logIn, linkIn, setPassword } from "./password-steps.ts";
import { UNAUTHORIZED_LIST } from "./problem-watch.ts";
import { expect, test } from "./test.ts";

const FIRST_PASSWORD = "seven purple kettles humming";
const SECOND_PASSWORD = "nine copper lanterns drifting";

// @spec 21.1, 37.4, 43.1
test("an invited user sets a password and logs in; after forgetting it, a link sets another one", async ({
  page,
  system,
  problems,
}) => {
  problems.allow(UNAUTHORIZED_LIST);
  const email = "newcomer@skyline.example";
  const { request } = page;
  const manager = { email: "manager@skyline.example", password: system.password };
  expect((await request.post("/api/sessions/current", { data: manager })).status()).toBe(201);
  expect((await request.post(`/api/users?email=${email}`)).status()).toBe(201);
  expect((await request.delete("/api/sessions/current")).status()).toBe(204);

  await page.goto(linkIn(await system.newestMail(email)));
  await setPassword(page, "skyline logistics 2026");
  await expect(page.getByRole("alert")).toContainText("This password is easily guessed.");
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
