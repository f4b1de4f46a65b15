import { ADMIN } from "./station-parts.ts";
import { expect, test } from "./test.ts";

const GROUPED = "/?stations-sort=serial_number&stations-group=organization&stations-type=&stations-f-actual=0";

for (const way of ["the browser's Back", "Back to Stations List"]) {
  test(`${way} finds groups, open rows and the place in the list as they were`, async ({ login }) => {
    const page = await login(ADMIN, GROUPED);
    const group = page.getByRole("button", { expanded: true, name: /^Organization/ }).first();
    const closed = page.getByRole("button", { expanded: false, name: /^Organization/ });
    await group.click();
    await expect(closed).toHaveCount(1);
    await page.mouse.move(700, 600);
    await page.mouse.wheel(0, 700);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(700);

    const details = page.getByRole("button", { name: /^Details of/ });
    const seen = await details.evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().top));
    const nth = seen.findIndex((top) => top > 300);
    const title = ((await details.nth(nth).getAttribute("aria-label")) ?? "").replace("Details of ", "");
    const row = page.getByRole("button", { name: `Details of ${title}` });
    await row.click();
    await expect(row).toHaveAttribute("aria-expanded", "true");
    const before = (await row.boundingBox())?.y ?? Number.NaN;

    await page.getByRole("link", { name: new RegExp(`Open the page of ${title}$`) }).click();
    await expect(page.getByRole("navigation", { name: "Station" })).toBeVisible();
    if (way === "Back to Stations List") await page.getByRole("link", { name: way }).click();
    else await page.goBack();
    await expect(row).toHaveAttribute("aria-expanded", "true");
    await expect
      .poll(async () => Math.abs(((await row.boundingBox())?.y ?? Number.NaN) - before))
      .toBeLessThanOrEqual(4);
    await page.mouse.wheel(0, -5_000);
    await expect(closed).toHaveCount(1);
  });
}
