import { expectAccessibleInEachLayout } from "./axe.ts";
import { ADMIN, openEntry, rowOf, downloadFile, tableOf } from "./ssot-steps.ts";
import { expect, test } from "./test.ts";

const NOTE = "(Note: there are new changes)";

// @spec 113.5, 184.3, 184.4, 300.1
test("two people edit one row: the second is warned, keeps their changes, sees the first's, and nothing is lost", async ({
  login,
  browser,
  system,
}) => {
  const { name, serial_number: serial } = await system.onlineStation("atlas");
  const page = await login(ADMIN);
  const otherContext = await browser.newContext({ baseURL: system.url });
  await otherContext.request.post("/api/sessions/current", { data: { email: ADMIN, password: system.password } });
  const other = await otherContext.newPage();
  const mine = await openEntry(page, "hw-variation", serial);
  const theirs = await openEntry(other, "hw-variation", serial);

  await mine.getByLabel(`Hardware Version of ${serial}`).fill("9.9");
  await mine.getByLabel(`Notes of ${serial}`).fill("mine");
  await expect(mine.getByText("Unsaved changes")).toBeVisible();

  await theirs.getByLabel(`Address of ${serial}`).fill("Dock 7");
  await theirs.getByLabel(`Notes of ${serial}`).fill("theirs");
  await theirs.getByRole("button", { name: /^(Save|Add) / }).click();
  await expect(theirs.getByText("Saved", { exact: true })).toBeVisible();

  // Without a press: the other save is pushed to this page.
  await expect(mine.getByText(NOTE)).toBeVisible();
  await expect(mine.getByLabel(`Notes of ${serial}`)).toHaveValue("mine");
  await expect(mine.getByLabel(`Hardware Version of ${serial}`)).toHaveValue("9.9");
  await expect(mine.getByLabel(`Address of ${serial}`)).toHaveValue("Dock 7");
  await expect(mine.getByText(/^Saved by someone else: theirs \(entry last saved .+ by Alex Admin\)$/)).toBeVisible();

  const save = mine.getByRole("button", { name: `Save ${serial}` });
  await expect(save).toBeEnabled();
  await save.click();
  await expect(mine.getByText("Saved", { exact: true })).toBeVisible();
  await expect(mine.getByText(NOTE)).toHaveCount(0);
  const saved = await page.request.get(`/api/stations/${name}/ssot`);
  const [latest, before] = await saved.json();
  expect(latest).toMatchObject({ notes: "mine", production_run_version: "9.9", address: "Dock 7" });
  expect(before).toMatchObject({ notes: "theirs", address: "Dock 7" });

  await mine.getByRole("button", { name: `SSoT history of ${serial}` }).click();
  const history = page.getByRole("dialog", { name: "SSoT History" });
  await expect(history.getByRole("row").filter({ hasText: "theirs" })).toContainText("Admin");
  await expect(history.getByRole("textbox")).toHaveCount(0);
  await history.getByRole("button", { name: "Close", exact: true }).click();
  await otherContext.close();
});

// @spec 112.2, 112.7, 112.9, 112.10, 285.1
test("Station Config has the configs that stations reported; a position filter applies to the CSV file too", async ({
  login,
  system,
}) => {
  const { name, serial_number: serial } = await system.onlineStation("atlas");
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
  const { name: file, text } = await downloadFile(page, () =>
    page.getByRole("button", { name: "Download CSV" }).click(),
  );
  expect(file).toMatch(/^STATIONCONFIG_atlas_\S+Z\.csv$/);
  const [head = "", ...rows] = text.trimEnd().split("\r\n");
  const column = head.split(",").indexOf("GantryYDrone (position + offset)");
  await expect(table).toHaveAttribute("aria-rowcount", String(rows.length + 2));
  expect(rows.every((row) => Number(row.split(",").at(column)) >= 1_195)).toBe(true);

  await page.goto(`/ssot?stations-q=${encodeURIComponent(serial)}`);
  await rowOf(table, serial)
    .first()
    .getByRole("button", { name: `Config history of ${serial}` })
    .click();
  const history = page.getByRole("table", { name: "Station Config History" });
  const reported = await (await page.request.get(`/api/stations/${name}/configs`)).json();
  await expect(history.getByRole("rowheader")).toHaveCount(reported.length);
});

// @spec 3.2, 115.1, 115.2, 285.1
test("Swap Counts and its CSV file include the latest swap of a station", async ({ login, system }) => {
  const { name, serial_number: serial } = await system.onlineStation("atlas");
  await system.swap(name);
  const page = await login(ADMIN);
  const table = page.getByRole("table", { name: "Swap Counts" });
  await expect(async () => {
    const swaps = await system.swaps(name);
    await page.goto(`/ssot/swaps?stations-q=${encodeURIComponent(serial)}`);
    await expect(rowOf(table, serial).getByRole("cell").nth(2)).toHaveText(swaps.toLocaleString("en-US"));
  }).toPass();
  const { name: file, text } = await downloadFile(page, () =>
    page.getByRole("button", { name: "Download CSV" }).click(),
  );
  expect(file).toMatch(/^SWAPS_\S+\.csv$/);
  expect(text).toContain(`${name.slice(-12)},${serial},`);
});

test("the SSoT area is accessible, with an edited row, open filters, columns and histories, and a printed table has all its fields", async ({
  login,
}) => {
  const page = await login(ADMIN, "/ssot");
  await tableOf(page, "Station Config");
  await page.getByRole("button", { name: "Extra Filters" }).click();
  await page.getByRole("button", { name: "Add filter" }).click();
  await page.getByLabel("Position").waitFor();
  await expectAccessibleInEachLayout(page);
  await page.getByRole("button", { name: /^Columns/ }).click();
  await page.getByRole("checkbox", { name: "Description" }).waitFor();
  await expectAccessibleInEachLayout(page);
  await page.keyboard.press("Escape");
  await page
    .getByRole("button", { name: /^Config history of/ })
    .first()
    .click();
  await page.getByRole("table", { name: "Station Config History" }).waitFor();
  await expectAccessibleInEachLayout(page);

  await page.goto("/ssot/hw-variation");
  const table = await tableOf(page, "Hardware Variation");
  await table
    .getByRole("textbox", { name: /^Notes of/ })
    .first()
    .fill("edited");
  await expect(table.getByText("Unsaved changes")).toBeAttached();
  await expectAccessibleInEachLayout(page);

  // A printed row names its own fields, so the headings are left out.
  const count = Number(await table.getAttribute("aria-rowcount")) - 1;
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await expect(table.getByRole("row")).toHaveCount(count);
  const overflow = await table.evaluate((element) => element.scrollWidth - document.documentElement.clientWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});
