import { expect, test } from "./test.ts";

const SESSION = "**/api/sessions/current";

test("while the app initialises a loading spinner shows", async ({ page }) => {
  const answer = Promise.withResolvers<void>();
  await page.route(SESSION, async (route) => {
    await answer.promise;
    await route.continue();
  });
  await page.goto("/", { waitUntil: "commit" });
  await expect(page.getByRole("status", { name: "Loading..." })).toBeVisible();
  answer.resolve();
  await expect(page.getByRole("heading", { name: "Welcome" })).toBeVisible();
});

test("a session that cannot be loaded says 'Failed user load.', and is asked for again", async ({ page }) => {
  await page.route(SESSION, (route) => route.abort());
  await page.goto("/");
  await expect(page.getByText("Failed user load.")).toBeVisible();
  await page.unroute(SESSION);
  await page.getByRole("button", { name: "Reload" }).click();
  await expect(page.getByRole("heading", { name: "Welcome" })).toBeVisible();
});

test("a user who is logged in and visits /login is led to r, or to /", async ({ login, house }) => {
  const page = await login("user@harbor.example");
  for (const [r, path] of [
    ["", "/"],
    ["?r=%2F%3Fstations-q%3Datlas", "/?stations-q=atlas"],
    ["?r=%2Flogin", "/"],
  ]) {
    await page.goto(`/login${r}`);
    await expect(page).toHaveURL(`${house.url}${path}`);
    await expect(page.getByRole("heading", { name: "Stations" })).toBeVisible();
  }
});

test("while logging in, Continue is disabled and shows a spinner", async ({ page }) => {
  const answer = Promise.withResolvers<void>();
  await page.goto("/login");
  await page.route(SESSION, async (route) => {
    await answer.promise;
    await route.abort();
  });
  await page.getByLabel("Email Address").fill("user@harbor.example");
  await page.getByLabel("Password", { exact: true }).fill("not the password");
  const button = page.getByRole("button", { name: "Continue", exact: true });
  await button.click();
  await expect(button).toBeDisabled();
  await expect(button).toHaveAttribute("aria-busy", "true");
  answer.resolve();
  await expect(button).toBeEnabled();
});

test("the login form asks for a valid email and a password before anything is sent", async ({ page }) => {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") sent.push(request.url());
  });
  await page.goto("/login");
  const button = page.getByRole("button", { name: "Continue", exact: true });
  const [email, password] = [page.getByLabel("Email Address"), page.getByLabel("Password", { exact: true })];
  await button.click();
  await expect(email).toBeFocused();
  await email.fill("harbor");
  await password.fill("secret");
  await button.click();
  await expect(email).toBeFocused();
  await email.fill("user@harbor.example");
  await password.fill("");
  await button.click();
  await expect(password).toBeFocused();
  expect(sent).toEqual([]);
});
