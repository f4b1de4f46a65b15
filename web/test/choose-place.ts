import { page, userEvent } from "vitest/browser";

/** Chooses the site or the tag of a report, of which all are shown. */
export async function choosePlace(menu: "Site" | "Tag", name: string): Promise<void> {
  await page.getByRole("button", { name: `${menu}: All` }).click();
  await page.getByRole("radio", { name }).click();
  await userEvent.keyboard("{Escape}");
}
