import type { Station } from "@groundcrew/shared/stations";
import type { SupportLogEntry } from "@groundcrew/shared/support-log";
import type { Locator, Page } from "@playwright/test";
import { expect } from "./test.ts";

/** The support log of one station, or of all. */
export async function entriesOf(page: Page, name?: string): Promise<SupportLogEntry[]> {
  const path = name === undefined ? "/api/supportlog/entries" : `/api/stations/${name}/supportlog`;
  return (await page.request.get(path)).json();
}

/** The number of unresolved errors that the list shows for a station. */
export async function unresolvedCount(page: Page, name: string): Promise<number> {
  const response = await page.request.get(`/api/stations/${name}?include_support_metrics=true`);
  const station: Station = await response.json();
  return station.support_metrics?.errors_unresolved ?? 0;
}

/** Opens the Support Log and Error Triage dialog of a station from its row in the list. */
export async function openTriage(page: Page, serial: string): Promise<Locator> {
  await page.goto(`/?stations-type=&stations-f-actual=0&stations-q=${encodeURIComponent(serial)}`);
  await page.getByRole("button", { name: /^Unresolved errors/ }).click();
  const dialog = page.getByRole("dialog", { name: serial });
  await expect(dialog.getByRole("tab", { name: /^Error Triage/ })).toHaveAttribute("aria-selected", "true");
  return dialog;
}

/** The rows of a table without its header. */
export function bodyRows(container: Locator): Locator {
  return container.getByRole("rowgroup").last().getByRole("row");
}
