import { ADMIN, rowOf, savedFile, tableOf } from "./ssot-steps.ts";
import { expect, test } from "./test.ts";

// @spec 34.1, 112.1, 112.2, 112.7, 112.8, 112.11, 112.14
test("Station Config opens with atlas stations by serial number, descending; columns and groups hide and stay in the link", async ({
  login,
}) => {
  const page = await login(ADMIN);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "SSoT" }).click();
  const table = await tableOf(page, "Station Config");
  const serials = await table.getByRole("rowheader").getByRole("link").allTextContents();
  expect(serials).toEqual(serials.toSorted((one, other) => other.localeCompare(one, "en", { numeric: true })));
  expect(serials.every((serial) => serial.startsWith("Atlas "))).toBe(true);

  // One row per station and config revision: the newest first, earlier ones below it.
  await expect(table.getByRole("img", { name: /^Earlier revision/ }).first()).toBeVisible();
  const rows = async () => Number(await table.getAttribute("aria-rowcount"));
  const revisions = await rows();
  await page.getByRole("button", { name: "Extra Filters" }).click();
  await page.getByRole("checkbox", { name: "Newest revisions only" }).click();
  await expect.poll(rows).toBeLessThan(revisions);
  await expect(page).toHaveURL(/config-newest=1/);

  // Description and Timestamp are hidden by default.
  const heads = table.getByRole("columnheader");
  await expect(heads.filter({ hasText: /^Software Version$/ })).toBeVisible();
  for (const hidden of ["Description", "Timestamp"]) {
    await expect(heads.filter({ hasText: new RegExp(`^${hidden}$`) })).toHaveCount(0);
  }
  await page.getByRole("button", { name: /^Columns/ }).click();
  const search = page.getByRole("searchbox", { name: "Find a column" });
  await search.fill("GÄNTRY y");
  await expect(page.getByRole("checkbox", { name: "Gantry Y", exact: true })).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "Description" })).toHaveCount(0);
  await search.fill("nothing is called this");
  await expect(page.getByText("No column titles match.")).toBeVisible();
  await search.fill("");
  await page.getByRole("checkbox", { name: "Description" }).click();
  await page.getByRole("checkbox", { name: "Gantry Y", exact: true }).click();
  await page.keyboard.press("Escape");
  await expect(heads.filter({ hasText: /^Description$/ })).toBeVisible();
  await expect(heads.filter({ hasText: /^GantryY/ })).toHaveCount(0);
  await table.getByRole("button", { name: "Hide Gantry Z" }).click();
  await expect(page).toHaveURL(/ssot-station=.*description.*ssot-gantry-y=&ssot-gantry-z=/);
  await page.reload();
  await expect(heads.filter({ hasText: /^Description$/ })).toBeVisible();
  await expect(heads.filter({ hasText: /^Gantry/ })).toHaveCount(0);
  await page.getByRole("button", { name: "Universal", exact: true }).click();
  await expect(table.getByRole("rowheader").getByRole("link").first()).toContainText("Uni-");
  await expect(page).toHaveURL(/stations-type=universal/);
});

// @spec 112.3, 112.4, 112.5, 112.6
test("columns alike in all rows and unused unit configs hide unless asked for; what differs is marked in two ways", async ({
  login,
}) => {
  const page = await login(ADMIN, "/ssot");
  const table = await tableOf(page, "Station Config");
  const count = async () => Number(await table.getAttribute("aria-colcount"));
  await expect(table.getByRole("img", { name: /^Earlier revision/ }).first()).toBeVisible();
  await expect(page.getByText(/^\d+ columns hidden because every row has the same value\.$/)).toBeVisible();
  const differing = await count();
  await page.getByRole("button", { name: "Extra Filters" }).click();
  await page.getByRole("checkbox", { name: "Show identical columns" }).click();
  await expect.poll(count).toBeGreaterThan(differing);
  const all = await count();
  await page.getByRole("checkbox", { name: "Show unused unit configs" }).click();
  await expect.poll(count).toBeGreaterThan(all);
  await page.getByRole("checkbox", { name: "Show unused unit configs" }).click();

  // A highlighted cell differs from the most common value, or from the row below.
  await expect(table.getByTitle(/differs from the most common value$/).first()).toBeVisible();
  await page.getByRole("button", { name: "Differs from next row" }).click();
  await expect(page).toHaveURL(/config-highlight=changed_vs_next/);
  await expect(table.getByTitle(/differs from the most common value$/)).toHaveCount(0);
  await expect(table.getByTitle(/differs from the row below$/).first()).toBeVisible();

  // Booleans are read-only checkboxes, and the first column is sticky.
  await page.getByRole("group", { name: "Station Config" }).evaluate((frame) => frame.scrollTo(4_000, 0));
  await expect(table.getByRole("checkbox").first()).toHaveAttribute("aria-readonly", "true");
  await expect(table.getByRole("rowheader").first()).toBeInViewport({ ratio: 0.9 });
});

// @spec 112.7, 112.10, 285.1
test("position filters keep the rows that all of them match; without rows the table says so; the CSV holds what is left", async ({
  login,
}) => {
  const page = await login(ADMIN, "/ssot");
  const table = await tableOf(page, "Station Config");
  // Earlier revisions load after the newest ones.
  await expect(table.getByRole("img", { name: /^Earlier revision/ }).first()).toBeVisible();
  const all = Number(await table.getAttribute("aria-rowcount"));
  await page.getByRole("button", { name: "Extra Filters" }).click();
  await page.getByRole("button", { name: "Add filter" }).click();
  await page.getByLabel("Position").selectOption("GantryYDrone");
  await page.getByLabel("Comparison").selectOption("≥");
  await page.getByLabel("Value").fill("1195");
  await expect.poll(async () => Number(await table.getAttribute("aria-rowcount"))).toBeLessThan(all);
  const { name, text } = await savedFile(page, () => page.getByRole("button", { name: "Download CSV" }).click());
  expect(name).toMatch(/^STATIONCONFIG_atlas_\S+Z\.csv$/);
  const [head = "", ...rows] = text.trimEnd().split("\r\n");
  const column = head.split(",").indexOf("GantryYDrone (position + offset)");
  await expect(table).toHaveAttribute("aria-rowcount", String(rows.length + 2));
  expect(rows.every((row) => Number(row.split(",").at(column)) >= 1_195)).toBe(true);

  await page.getByRole("button", { name: "Add filter" }).click();
  await page.getByLabel("Value").nth(1).fill("-1");
  await expect(page.getByText("No stations match your currently selected filters.")).toBeVisible();
  await page.reload();
  await expect(page.getByText("No stations match your currently selected filters.")).toBeVisible();
  await page
    .getByRole("button", { name: /^Remove the filter/ })
    .nth(1)
    .click();
  await expect(table).toBeVisible();
});

// @spec 112.5, 112.9
test("a row leads to its station, its telemetry history and its config history, which marks each change", async ({
  login,
  system,
}) => {
  const { name, serial_number: serial } = await system.onlineStation("atlas");
  const page = await login(ADMIN, `/ssot?stations-q=${encodeURIComponent(serial)}`);
  const table = await tableOf(page, "Station Config");
  const row = rowOf(table, serial).first();
  await expect(row.getByRole("link", { name: serial })).toHaveAttribute("href", `/stations/${name}`);
  await expect(row.getByRole("img", { name: "Active now" })).toBeVisible();
  await row.getByRole("button", { name: `Telemetry history of ${serial}` }).click();
  await expect(page.getByRole("dialog")).toContainText("Activity Data");
  await page.keyboard.press("Escape");
  await row.getByRole("button", { name: `Config history of ${serial}` }).click();
  const dialog = page.getByRole("dialog", { name: `${serial} - Station Config History` });
  const history = dialog.getByRole("table", { name: "Station Config History" });
  await expect(history).toBeVisible();
  const reported = await (await page.request.get(`/api/stations/${name}/configs`)).json();
  await expect(history.getByRole("rowheader")).toHaveCount(reported.length);
  await expect(history.getByRole("columnheader", { name: "Timestamp" })).toBeVisible();
  await dialog.getByRole("button", { name: "Close", exact: true }).click();
  await expect(dialog).toHaveCount(0);
});

test("Swap Counts' sort menu and announcement name the column that the table is sorted by", async ({ login }) => {
  const page = await login(ADMIN, "/ssot/swaps");
  const table = await tableOf(page, "Swap Counts");
  const byDay = table.getByRole("columnheader", { name: "Swaps (Day)" });
  const reverse = page.getByRole("button", { name: "Reverse order" });
  const announced = page.getByRole("status").filter({ hasText: /\d stations?\b/ });
  await byDay.getByRole("button").click();
  await expect(byDay).toHaveAttribute("aria-sort", "descending");
  await expect(announced).toHaveText(/^\d+ stations, sorted by Swaps \(Day\), descending$/);
  await expect(reverse).toHaveAttribute("aria-pressed", "false");

  await reverse.click();
  await expect(byDay).toHaveAttribute("aria-sort", "ascending");
  await expect(announced).toHaveText(/sorted by Swaps \(Day\), ascending$/);
  await expect(reverse).toHaveAttribute("aria-pressed", "true");

  // Sorting in the settings replaces sorting by column.
  await page.getByRole("button", { name: "Sort: Swaps (Day)" }).click();
  await page.getByRole("menuitemradio", { name: "Serial Number" }).click();
  await expect(page.getByRole("button", { name: "Sort: Serial Number" })).toBeVisible();
  await expect(byDay).not.toHaveAttribute("aria-sort");
  await expect(page).not.toHaveURL(/ssot-swaps-sort/);
});

// @spec 3.2, 115.1, 115.2, 285.1
test("Swap Counts lists every count for admins, and saves them as a file", async ({ login, system }) => {
  const { name, serial_number: serial } = await system.onlineStation("atlas");
  await system.swap(name);
  const page = await login(ADMIN, "/ssot/swaps");
  const table = await tableOf(page, "Swap Counts");
  await expect(table.getByRole("columnheader")).toHaveText([
    "Dashboard ID",
    "Serial Number",
    "Organization",
    "Swaps",
    "Swaps (Shipment)",
    "Swaps (Year)",
    "Swaps (3 Months)",
    "Swaps (Month)",
    "Swaps (Week)",
    "Swaps (Day)",
  ]);
  await expect(async () => {
    const places = await table
      .getByRole("columnheader")
      .evaluateAll((of) =>
        of.map((head) => ({ left: head.getBoundingClientRect().left, isWhole: head.scrollWidth <= head.clientWidth })),
      );
    expect(places.every(({ isWhole }) => isWhole)).toBe(true);
    const lefts = places.map(({ left }) => left);
    expect(lefts).toEqual([...new Set(lefts)].toSorted((a, b) => a - b));
  }).toPass();
  const byDay = table.getByRole("columnheader", { name: "Swaps (Day)" });
  await byDay.getByRole("button").click();
  await expect(byDay).toHaveAttribute("aria-sort", "descending");
  await expect(page).toHaveURL(/ssot-swaps-sort=-swaps_day$/);

  await expect(async () => {
    const swaps = await system.swaps(name);
    await page.goto(`/ssot/swaps?stations-q=${encodeURIComponent(serial)}`);
    await expect(rowOf(table, serial).getByRole("cell").nth(2)).toHaveText(swaps.toLocaleString("en-US"));
  }).toPass();
  const { name: file, text } = await savedFile(page, () => page.getByRole("button", { name: "Download CSV" }).click());
  expect(file).toMatch(/^SWAPS_\S+\.csv$/);
  expect(text).toContain(`${name.slice(-12)},${serial},`);
});
