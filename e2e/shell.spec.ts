import { expectAccessible } from "./axe.ts";
import { ADMIN, USER } from "./station-parts.ts";
import { expect, test } from "./test.ts";
import { REFUSED_LIST } from "./problem-watch.ts";

test("the login page says that the session has ended, and returns to where the user was", async ({
  login,
  system,
  problems,
}) => {
  problems.allow(REFUSED_LIST);
  const page = await login(USER, "/?stations-q=atlas");
  await expect(page.getByRole("list", { name: "Stations" })).toBeVisible();
  await page.context().clearCookies();
  await page.getByRole("button", { name: "Refresh" }).click();
  await expect(page.getByText("Your session has ended.")).toBeVisible();
  await expect(page.getByLabel("Email Address")).toBeFocused();
  await expectAccessible(page);
  await page.getByLabel("Email Address").fill(USER);
  await page.getByLabel("Password", { exact: true }).fill(system.password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${system.url}/?stations-q=atlas`);
});

test("the login page does not say that the session has ended after Log Out", async ({ login, problems }) => {
  problems.allow(REFUSED_LIST);
  const page = await login(USER);
  await page.getByRole("button", { name: "Log Out" }).click();
  await expect(page.getByRole("heading", { name: "Welcome" })).toBeVisible();
  await expect(page.getByText("Your session has ended.")).toHaveCount(0);
});

test("Stations is marked in the top bar on the list and on a station's page", async ({ login }) => {
  const page = await login(USER);
  const link = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Stations" });
  await expect(link).toHaveAttribute("aria-current", "page");
  await page
    .getByRole("link", { name: /^(ACTIVE|IDLE|INACTIVE|UNKNOWN)/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/stations\//);
  await expect(link).toHaveAttribute("aria-current", "page");
  await page.getByRole("link", { name: "Manage" }).click();
  await expect(page).toHaveURL(/\/manage/);
  await expect(link).not.toHaveAttribute("aria-current");
});

test.describe("in a narrow window", () => {
  test.use({ viewport: { width: 640, height: 900 } });

  test("Escape closes the menu and leads back to its button", async ({ login }) => {
    const page = await login(ADMIN);
    const menu = page.getByRole("button", { name: "Menu" });
    const links = page.getByRole("navigation", { name: "Main" });
    await expect(links).toBeHidden();
    await menu.click();
    await expect(links).toBeVisible();
    await expectAccessible(page);
    // Moves the pointer away: Escape would first close a tooltip under it.
    await page.mouse.move(300, 800);
    await expect(page.getByRole("tooltip")).toHaveCount(0);
    await links.getByRole("link", { name: "Manage" }).focus();
    await page.keyboard.press("Escape");
    await expect(links).toBeHidden();
    await expect(menu).toBeFocused();
  });

  // @spec 311.1
  test("the layout narrows at 640 and again at 310 pixels, and never scrolls sideways", async ({ login }) => {
    const page = await login(ADMIN);
    const add = page.getByRole("button", { name: "Add Station" });
    const refresh = page.getByRole("button", { name: "Refresh" });
    const widthAt = async (width: number) => {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    };
    const widthOfAdd = async () => (await add.boundingBox())?.width ?? 0;
    for (const width of [1000, 801, 800, 641]) await widthAt(width);
    await expect(refresh).toBeVisible();
    await widthAt(640);
    await expect(refresh).toBeHidden();
    for (const width of [601, 600, 401, 400, 360]) await widthAt(width);
    await widthAt(311);
    await expect.poll(widthOfAdd).toBeLessThan(200);
    await widthAt(310);
    await expect.poll(widthOfAdd).toBeGreaterThan(270);
  });
});
