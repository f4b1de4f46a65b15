import { expect, test } from "./test.ts";
import { REFUSED_LIST } from "./problem-watch.ts";

// @spec 20.1, 32.1, 37.2, 176.2, 224.2
test("a logged-out visitor is led to the login page and back to the path they asked for", async ({ page, system }) => {
  await page.goto("/?stations-type=&stations-q=harbor");
  await expect(page).toHaveURL(`${system.url}/login?r=${encodeURIComponent("/?stations-type=&stations-q=harbor")}`);
  await page.getByLabel("Email Address").fill("admin@groundcrew.example");
  await page.getByLabel("Password", { exact: true }).fill(system.password);
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await expect(page).toHaveURL(`${system.url}/?stations-type=&stations-q=harbor`);
});

// @spec 34.1, 176.1, 176.3
test("logging out ends the session and forgets the list", async ({ login, problems }) => {
  problems.allow(REFUSED_LIST);
  const page = await login("user@skyline.example");
  await page.getByRole("button", { name: "Log Out" }).click();
  await expect(page.getByRole("heading", { name: "Welcome" })).toBeVisible();
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Welcome" })).toBeVisible();
});
