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

test("the link that is copied holds the view's settings and nothing else", async ({ login, system }) => {
  const page = await login(ADMIN, "/?utm_source=mail&stations-q=atlas&stations-sort=default");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy a link to this view" }).click();
  await expect(page.getByText("Copied link to clipboard")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${system.url}/?stations-q=atlas`);
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

test("Back to Stations List leads to the list as it was left: its search, order and filters", async ({
  login,
  problems,
}) => {
  problems.allow(/^GET \/api\/stations\/gc-000000000000.* answered 404$/);
  const page = await login(ADMIN, "/?stations-q=atlas&stations-sort=swaps&stations-sort-invert=1&stations-f-actual=0");
  const rows = page.getByRole("list", { name: "Stations" }).getByRole("listitem");
  const search = page.getByRole("searchbox", { name: "Search" });
  const expectList = async () => {
    await expect(search).toHaveValue("atlas");
    await expect(page.getByRole("button", { name: /^Sort: Swaps/ })).toBeVisible();
    await expect
      .poll(() => Object.fromEntries(new URL(page.url()).searchParams))
      .toEqual({
        "stations-f-actual": "0",
        "stations-q": "atlas",
        "stations-sort": "swaps",
        "stations-sort-invert": "1",
      });
    await expect(rows.first()).toBeVisible();
  };
  await expectList();
  await rows
    .first()
    .getByRole("link", { name: /Open the page of/ })
    .click();
  await page.getByRole("link", { name: "Telemetry", exact: true }).click();
  await page.getByRole("link", { name: "Back to Stations List" }).click();
  await expectList();

  await page.goto("/stations/gc-000000000000");
  await expect(page.getByText("This station doesn't seem to exist.")).toBeVisible();
  await page.getByRole("link", { name: "Back to Stations List" }).click();
  await expectList();
});

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

test("the Stations link begins a new list, and Back finds the one before with its open row", async ({
  login,
  system,
}) => {
  const { serial_number: serial } = await system.onlineStation("atlas");
  const page = await login(ADMIN, `/?stations-q=${encodeURIComponent(serial)}&stations-f-actual=0`);
  const row = page.getByRole("button", { name: `Details of ${serial}` });
  await row.click();
  await expect(row).toHaveAttribute("aria-expanded", "true");
  // Changing the sort order keeps the row open.
  await page.getByRole("button", { name: "Reverse order" }).click();
  await expect(page).toHaveURL(/stations-sort-invert=1/);
  await expect(row).toHaveAttribute("aria-expanded", "true");

  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Stations" }).click();
  await expect(page.getByRole("searchbox", { name: "Search" })).toHaveValue("");
  await expect(page.getByRole("button", { name: /^Details of/ }).first()).toBeVisible();
  await expect(page.getByRole("button", { name: /^Details of/, expanded: true })).toHaveCount(0);
  await page.goBack();
  await expect(row).toHaveAttribute("aria-expanded", "true");
});
