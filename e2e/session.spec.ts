import type { Page } from "@playwright/test";
import { expect, test } from "./test.ts";
import { REFUSED_LIST } from "./problem-watch.ts";

const ADMIN = "admin@groundcrew.example";
const NONE = "No stations match your currently selected filters.";
const SKYLINE = "user@skyline.example";

async function logInAt(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("Email Address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Continue", exact: true }).click();
}

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
