import { AREAS, PAGES_MS, stationPages, watchRequests } from "./every-page.ts";
import { ADMIN } from "./station-steps.ts";
import { expect, test } from "./test.ts";

const PUBLIC = ["/login", "/forgot", "/set-password?email=a@b.example&code=x", "/api/docs", "/favicon.ico"];

test("no page logs an error or a warning to the console, before or after login", async ({ login, page, system }) => {
  test.setTimeout(PAGES_MS);
  for (const path of PUBLIC) {
    await page.goto(path);
    await page.waitForLoadState("networkidle");
  }
  await login(ADMIN);
  const idle = watchRequests(page);
  const { name } = await system.onlineStation("atlas");
  for (const path of [...AREAS, ...stationPages(name)]) {
    await page.goto(path);
    await expect(page.getByRole("main")).toBeVisible();
    await idle();
  }
});

test("what the security policy blocks is reported, and admins see it", async ({ login, context, problems }) => {
  problems.allow(/^(console: .+'|security policy: \/forgot: img-src blocked )https:\/\/elsewhere\.example\//);
  const page = await login(ADMIN);
  const other = await context.newPage();
  await other.goto("/forgot");
  const reported = other.waitForRequest("**/api/security/violations");
  await other.evaluate(() => {
    const image = document.createElement("img");
    image.src = "https://elsewhere.example/image.png?secret";
    document.body.append(image);
  });
  const response = await (await reported).response();
  expect(response?.status()).toBe(204);
  await page.goto("/manage/security");
  const row = page.getByRole("region", { name: "Blocked Content" }).getByRole("row").nth(1);
  await expect(row).toContainText("img-src");
  await expect(row).toContainText("https://elsewhere.example/image.png");
  await expect(row).toContainText("on /forgot");
  await expect(row).not.toContainText("secret");
});
