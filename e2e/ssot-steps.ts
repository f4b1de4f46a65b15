import type { Locator, Page } from "@playwright/test";
import { expect } from "./test.ts";

export const ADMIN = "admin@groundcrew.example";

/** Waits until a table of the SSoT area is visible. */
export async function tableOf(page: Page, name: string): Promise<Locator> {
  const table = page.getByRole("table", { name, exact: true });
  await expect(table.getByRole("row").nth(2)).toBeVisible();
  return table;
}

/** The table row of the station with a serial number. */
function rowOf(table: Locator, serial: string): Locator {
  return table.getByRole("row").filter({ has: table.page().getByText(serial, { exact: true }) });
}

/** Opens an SSoT page filtered to one station, whose entry no other test changes. */
export async function openEntry(page: Page, section: string, serial: string): Promise<Locator> {
  await page.goto(`/ssot/${section}?stations-q=${encodeURIComponent(serial)}`);
  const title = section === "replaceables" ? "Replaceables" : "Hardware Variation";
  const row = rowOf(page.getByRole("table", { name: title, exact: true }), serial);
  await expect(row).toBeVisible();
  return row;
}
