import { logIn } from "./password-steps.ts";
import { UNAUTHORIZED_LIST, UNAUTHORIZED_SESSION } from "./problem-watch.ts";
import { expect, test } from "./test.ts";

const ADMIN = "admin@groundcrew.example";
const NO_MATCHES = "No stations match your currently selected filters.";
const SKYLINE = "user@skyline.example";

test("every tab follows a login or logout in another tab at once, and shows nothing of the previous user", async ({
  login,
  system,
  context,
  problems,
}) => {
  problems.allow(UNAUTHORIZED_LIST);
  problems.allow(UNAUTHORIZED_SESSION);
  const [hidden] = await system.stationsOf("Harbor Air");
  const query = `stations-q=${hidden?.serial_number ?? ""}`;
  const otherPage = await context.newPage();
  await otherPage.goto("/login");
  const page = await login(ADMIN, `/?${query}`);
  const row = page.getByRole("list", { name: "Stations" }).getByRole("listitem");
  await expect(row).toHaveCount(1);

  await logIn(otherPage, SKYLINE, system.password);
  await expect(page.getByRole("banner").getByTitle(SKYLINE)).toBeVisible();
  await expect(page.getByText(NO_MATCHES)).toBeVisible();
  await expect(row).toHaveCount(0);
  await expect(page).toHaveURL(`${system.url}/?${query}`);

  await otherPage.getByRole("button", { name: "Log Out" }).click();
  await expect(page.getByText("Your session has ended.")).toBeVisible();
  await expect(otherPage.getByRole("heading", { name: "Welcome" })).toBeVisible();
  await logIn(otherPage, ADMIN, system.password);
  await expect(page.getByRole("banner").getByTitle(ADMIN)).toBeVisible();
  await expect(row).toHaveCount(1);

  // A change made outside the browser's tabs is noticed when the window gets the focus again.
  await page.request.post("/api/sessions/current", { data: { email: SKYLINE, password: system.password } });
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await expect(page.getByRole("banner").getByTitle(SKYLINE)).toBeVisible();
  await expect(page.getByText(NO_MATCHES)).toBeVisible();
  await expect(row).toHaveCount(0);
});
