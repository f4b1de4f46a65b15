import type { Page } from "@playwright/test";
import { ADMIN } from "./station-steps.ts";
import { expect, test } from "./test.ts";

const palette = (page: Page) => page.getByRole("dialog", { name: "Go to" });
const options = (page: Page) => palette(page).getByRole("option");
const current = (page: Page) => palette(page).getByRole("option", { selected: true });

async function openPalette(page: Page, typed: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await expect(palette(page).getByRole("combobox")).toBeFocused();
  await page.keyboard.type(typed);
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
