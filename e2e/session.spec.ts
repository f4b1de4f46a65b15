import { logIn } from "./password-steps.ts";
import { REFUSED_LIST } from "./problem-watch.ts";
import { expect, test } from "./test.ts";

const ADMIN = "admin@groundcrew.example";
const NONE = "No stations match your currently selected filters.";
const SKYLINE = "user@skyline.example";

test("every tab follows a login or logout in another one at once, and shows nothing of the user before", async ({
  login,
  system,
  context,
  problems,
}) => {
  problems.allow(REFUSED_LIST);
  const [hidden] = await system.stationsOf("Harbor Air");
  const query = `stations-q=${hidden?.serial_number ?? ""}`;
  const other = await context.newPage();
  await other.goto("/login");
  const page = await login(ADMIN, `/?${query}`);
  const row = page.getByRole("list", { name: "Stations" }).getByRole("listitem");
  await expect(row).toHaveCount(1);

  await logIn(other, SKYLINE, system.password);
  await expect(page.getByRole("banner").getByTitle(SKYLINE)).toBeVisible();
  await expect(page.getByText(NONE)).toBeVisible();
  await expect(row).toHaveCount(0);
  await expect(page).toHaveURL(`${system.url}/?${query}`);

  await other.getByRole("button", { name: "Log Out" }).click();
  await expect(page.getByText("Your session has ended.")).toBeVisible();
  await expect(other.getByRole("heading", { name: "Welcome" })).toBeVisible();
  await logIn(other, ADMIN, system.password);
  await expect(page.getByRole("banner").getByTitle(ADMIN)).toBeVisible();
  await expect(row).toHaveCount(1);

  // A change made outside the browser's tabs is noticed when the window gets the focus again.
  await page.request.post("/api/sessions/current", { data: { email: SKYLINE, password: system.password } });
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await expect(page.getByRole("banner").getByTitle(SKYLINE)).toBeVisible();
  await expect(page.getByText(NONE)).toBeVisible();
  await expect(row).toHaveCount(0);
});
