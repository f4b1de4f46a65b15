import type { Page } from "@playwright/test";
import { expect, test } from "./test.ts";
import { REFUSED_LIST } from "./problem-watch.ts";

const SESSION = "**/api/sessions/current";
const ADMIN = "admin@groundcrew.example";
const NONE = "No stations match your currently selected filters.";
const SKYLINE = "user@skyline.example";

async function logInAt(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("Email Address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Continue", exact: true }).click();
}

// @spec 32.4
test("while the app initialises a loading spinner shows", async ({ login }) => {
  const page = await login(ADMIN);
  const answer = Promise.withResolvers<void>();
  await page.route(SESSION, async (route) => {
    await answer.promise;
    await route.continue();
  });
  await page.goto("/", { waitUntil: "commit" });
  await expect(page.getByRole("status", { name: "Loading..." })).toBeVisible();
  answer.resolve();
  await expect(page.getByRole("heading", { name: "Stations" })).toBeVisible();
});

// @spec 291.2
test("a session that cannot be loaded says 'Failed user load.', and is asked for again", async ({ login }) => {
  const page = await login(ADMIN);
  await page.route(SESSION, (route) => route.abort());
  await page.goto("/");
  await expect(page.getByText("Failed user load.")).toBeVisible();
  await page.unroute(SESSION);
  await page.getByRole("button", { name: "Reload" }).click();
  await expect(page.getByRole("heading", { name: "Stations" })).toBeVisible();
});

// @spec 32.3
test("a user who is logged in and visits /login is led to r, or to /", async ({ login, system }) => {
  const page = await login("user@harbor.example");
  for (const [r, path] of [
    ["", "/"],
    ["?r=%2F%3Fstations-q%3Datlas", "/?stations-q=atlas"],
    ["?r=%2Flogin", "/"],
  ]) {
    await page.goto(`/login${r}`);
    await expect(page).toHaveURL(`${system.url}${path}`);
    await expect(page.getByRole("heading", { name: "Stations" })).toBeVisible();
  }
});

// @spec 37.3
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

// @spec 197.1
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

test("a login or logout in another tab is followed at once, and nothing of the last user's stays", async ({
  login,
  system,
  context,
  problems,
}) => {
  problems.allow(REFUSED_LIST);
  const [foreign] = await system.stationsOf("Harbor Air");
  const query = `stations-q=${foreign?.serial_number ?? ""}`;
  const other = await context.newPage();
  await other.goto("/login");
  const page = await login(ADMIN, `/?${query}`);
  const row = page.getByRole("list", { name: "Stations" }).getByRole("listitem");
  await expect(row).toHaveCount(1);

  await logInAt(other, SKYLINE, system.password);
  await expect(page.getByRole("banner").getByTitle(SKYLINE)).toBeVisible();
  await expect(page.getByText(NONE)).toBeVisible();
  await expect(row).toHaveCount(0);
  await expect(page).toHaveURL(`${system.url}/?${query}`);

  await other.getByRole("button", { name: "Log Out" }).click();
  await expect(page.getByText("Your session has ended.")).toBeVisible();
  await expect(other.getByRole("heading", { name: "Welcome" })).toBeVisible();
  await logInAt(other, ADMIN, system.password);
  await expect(page.getByRole("banner").getByTitle(ADMIN)).toBeVisible();
  await expect(row).toHaveCount(1);

  // A change made outside the browser's tabs is noticed when the window gets the focus again.
  await page.request.post("/api/sessions/current", { data: { email: SKYLINE, password: system.password } });
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await expect(page.getByRole("banner").getByTitle(SKYLINE)).toBeVisible();
  await expect(page.getByText(NONE)).toBeVisible();
  await expect(row).toHaveCount(0);
});
