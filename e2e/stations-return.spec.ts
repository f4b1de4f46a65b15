import { ADMIN } from "./station-parts.ts";
import { expect, test } from "./test.ts";

const GROUPED = "/?stations-sort=serial_number&stations-group=organization&stations-type=&stations-f-actual=0";

test("all groups are collapsed and expanded at once", async ({ login }) => {
  const page = await login(ADMIN, GROUPED);
  const rows = page.getByRole("button", { name: /^Details of/ });
  await expect(rows.first()).toBeVisible();
  const collapse = page.getByRole("button", { name: "Collapse all" });
  await collapse.press("Enter");
  await expect(rows).toHaveCount(0);
  await expect(collapse).toBeDisabled();
  await expect(collapse).toBeFocused();
  await page.getByRole("button", { name: "Expand all" }).click();
  await expect(rows.first()).toBeVisible();
});

test("the link that is copied holds the view's settings and nothing else", async ({ login, house }) => {
  const page = await login(ADMIN, "/?utm_source=mail&stations-q=atlas&stations-sort=default");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy a link to this view" }).click();
  await expect(page.getByText("Copied link to clipboard")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${house.url}/?stations-q=atlas`);
});

for (const [name, key] of [
  ["Hardware Variation", "stations-f-config=1"],
  ["Swap Counts", "stations-f-retired=1"],
] as const) {
  test(`a filter that ${name} does not know stays in the address (${key})`, async ({ login }) => {
    const page = await login(ADMIN, `/ssot?${key}`);
    await page.getByRole("link", { name }).click();
    await page.getByRole("button", { name: "Reverse order" }).click();
    await expect(page).toHaveURL(/stations-sort-invert/);
    expect(page.url()).toContain(key);
  });
}
