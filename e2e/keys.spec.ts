import type { Page } from "@playwright/test";
import { listRow } from "./live-steps.ts";
import { ADMIN } from "./station-steps.ts";
import type { TestSystem } from "./test-system.ts";
import { expect, test } from "./test.ts";

const palette = (page: Page) => page.getByRole("dialog", { name: "Go to" });
const options = (page: Page) => palette(page).getByRole("option");
const current = (page: Page) => palette(page).getByRole("option", { selected: true });

async function openPalette(page: Page, typed: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await expect(palette(page).getByRole("combobox")).toBeFocused();
  await page.keyboard.type(typed);
}

/** The list of two stations, with the focus in the row of the first. */
async function openTwo(page: Page, system: TestSystem) {
  const two = [await system.onlineStation("atlas"), await system.onlineStation("atlas")] as const;
  const [first, second] = two.toSorted((a, b) => a.serial_number.localeCompare(b.serial_number));
  if (!first || !second) throw new Error("There are no stations.");
  const query = encodeURIComponent(`${first.serial_number}|${second.serial_number}`);
  await page.goto(`/?stations-sort=serial_number&stations-q=${query}`);
  const link = (serial: string) => page.getByRole("link", { name: `Open the page of ${serial}` });
  await expect(link(second.serial_number)).toBeVisible();
  await link(first.serial_number).focus();
  return { first, second, link };
}

// @spec R5.1, R5.3, R5.8
test("the palette finds a station by typing, opens it with the keys, and says why something cannot be done with it; ? lists the keys", async ({
  login,
  system,
}) => {
  const { name, serial_number: serial } = await system.onlineStation("atlas");
  await system.disconnectStation(name);
  const page = await login(ADMIN);
  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "Keyboard Shortcuts" });
  for (const text of ["On this page", "next and previous row", "On other pages"])
    await expect(keys).toContainText(text);
  await page.keyboard.press("Escape");
  await expect(keys).toHaveCount(0);

  await openPalette(page, serial);
  await expect(current(page)).toContainText(serial);
  await expect(options(page).filter({ hasText: "Show the station that matches" })).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await expect(current(page)).not.toContainText("OFFLINE");
  await page.keyboard.press("ArrowUp");
  await expect(current(page)).toContainText("OFFLINE");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${system.url}/stations/${name}`);
  await expect(page.getByRole("main")).toContainText("OFFLINE");

  await openPalette(page, "images");
  const images = options(page).filter({ hasText: "Take New Images (lights on)" });
  await expect(images).toContainText(`${serial} is offline`);
  await expect(images).toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("Escape");
  await openPalette(page, "> begin");
  await expect(current(page)).toContainText("Begin maintenance…");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Start Maintenance" })).toContainText("1 station");
  await page.keyboard.press("Escape");
  await system.reconnectStation(name);
});

// @spec R4.4, R4.5, R4.6
test("the space bar opens a station beside the list, the arrow keys walk on, and Escape closes it", async ({
  login,
  system,
}) => {
  const page = await login(ADMIN);
  const { first, second, link } = await openTwo(page, system);
  const panel = page.getByRole("complementary");
  await page.keyboard.press("Space");
  await expect(panel.getByRole("heading", { name: first.serial_number })).toBeVisible();
  await expect(panel).toContainText("Firmware Version");
  await page.keyboard.press("ArrowDown");
  await expect(panel.getByRole("heading", { name: second.serial_number })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`peek=${second.name}`));
  await page.keyboard.press("k");
  await expect(panel.getByRole("heading", { name: first.serial_number })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(panel).toHaveCount(0);
  await expect(link(first.serial_number)).toBeFocused();
  await expect(page).not.toHaveURL(/peek=/);
});

// @spec R4.4
test("in a window of 310 px the space bar opens the row of a station in its place instead", async ({
  login,
  system,
}) => {
  const page = await login(ADMIN);
  await page.setViewportSize({ width: 310, height: 900 });
  const { first } = await openTwo(page, system);
  await page.keyboard.press("Space");
  const row = listRow(page, first.serial_number);
  await expect(row.getByRole("button", { name: `Details of ${first.serial_number}` })).toHaveAttribute(
    "aria-expanded",
    "true",
  );
  await expect(row).toContainText("Firmware Version");
  await expect(page.getByRole("complementary")).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
  await page.keyboard.press("Space");
  await expect(row).not.toContainText("Firmware Version");
});
