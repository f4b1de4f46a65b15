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

// @spec 32.2, 225.1
test("r is omitted when the path was /", async ({ page, system }) => {
  await page.goto("/");
  await expect(page).toHaveURL(`${system.url}/login`);
});

// @spec 37.1, 37.5
test("the login page is titled Welcome, Log in to the product", async ({ page }) => {
  await page.goto("/login");
  await expect(page.getByRole("heading", { name: "Welcome" })).toBeVisible();
  await expect(page.getByText("Log in to the product")).toBeVisible();
  await expect(page.getByRole("button", { name: "Continue with Google (Limited Beta)" })).toBeVisible();
});

// @spec 37.7, 291.1
test("a login error message is shown on the form", async ({ page }) => {
  await page.goto("/login");
  await page.getByLabel("Email Address").fill("admin@groundcrew.example");
  await page.getByLabel("Password", { exact: true }).fill("not the password");
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await expect(page.getByRole("alert")).toHaveText("The email address or password is wrong.");
});

for (const r of [
  "//evil.example",
  "/\\evil.example",
  "https://evil.example",
  "javascript:alert(1)",
  "/\t/evil.example",
]) {
  test(`a path to return to that leaves the site is not followed: ${JSON.stringify(r)}`, async ({ page, system }) => {
    await page.goto(`/login?r=${encodeURIComponent(r)}`);
    await page.getByLabel("Email Address").fill("user@harbor.example");
    await page.getByLabel("Password", { exact: true }).fill(system.password);
    await page.getByRole("button", { name: "Continue", exact: true }).click();
    await expect(page).toHaveURL(`${system.url}/`);
  });
}

// @spec 34.1, 176.1, 176.3
test("logging out ends the session and forgets the list", async ({ login, problems }) => {
  problems.allow(REFUSED_LIST);
  const page = await login("user@skyline.example");
  await page.getByRole("button", { name: "Log Out" }).click();
  await expect(page.getByRole("heading", { name: "Welcome" })).toBeVisible();
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Welcome" })).toBeVisible();
});

// @spec 34.2
test("the display name is the name, or else the email", async ({ login }) => {
  const page = await login("user@harbor.example");
  const reply = await page.request.get("/api/sessions/current");
  const { user } = await reply.json();
  await expect(page.getByRole("banner")).toContainText(user.name === "" ? user.email : user.name);
});

// @spec 30.1
test("any other path leads to the stations", async ({ login, system }) => {
  const page = await login("user@harbor.example", "/no/such/page");
  await expect(page).toHaveURL(`${system.url}/`);
});
