import { expectAccessibleInEachLayout } from "./axe.ts";
import { expect, test } from "./test.ts";

test("the login page is accessible", async ({ page }) => {
  await page.goto("/login");
  await page.getByRole("button", { name: "Continue", exact: true }).waitFor();
  await expectAccessibleInEachLayout(page);
});

test("the stations list is accessible, open rows with their logs and an open menu included", async ({ login }) => {
  const page = await login("admin@groundcrew.example");
  const list = page.getByRole("list", { name: "Stations" });
  for (const at of [1, 0]) {
    const row = list.getByRole("listitem").nth(at);
    await row.getByRole("button", { name: /^Details of/ }).click();
    await expect(row.getByText("Firmware Version")).toBeVisible();
    await row.getByRole("button", { name: "Support Log", exact: true }).click();
  }
  const entries = list.getByRole("article").or(list.getByText(/^Nothing is/));
  await expect(entries.first()).toBeVisible();
  await expectAccessibleInEachLayout(page);
  await page.getByRole("button", { name: /^Filter/ }).click();
  await page.getByRole("menuitemcheckbox").first().waitFor();
  await expectAccessibleInEachLayout(page);
});
