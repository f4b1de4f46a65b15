import type { Page } from "@playwright/test";
import { createKey, pressAndConfirm, rowOf } from "./manage-steps.ts";
import { openEntry } from "./ssot-steps.ts";
import { bodyRows, openTriage, unresolvedCount } from "./support-parts.ts";
import { expect, test } from "./test.ts";

const ADMIN = "admin@groundcrew.example";

/** Asserts that an element other than the body has the focus. */
async function expectFocus(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe("BODY");
}

test.describe("the focus never falls to the page as a whole", () => {
  test("when a dialog closes whose button is disabled by then", async ({ login, system }) => {
    const page = await login(ADMIN);
    const [, , , station] = await system.stationsOf("Harbor Air");
    const { name = "", serial_number: serial = "" } = station ?? {};
    const before = await unresolvedCount(page, name);
    await system.logErrors(name, 3);
    await expect.poll(() => unresolvedCount(page, name)).toBe(before + 3);
    const dialog = await openTriage(page, serial);
    await bodyRows(dialog).nth(0).click();
    const resolve = dialog.getByRole("button", { name: "Resolve Selected" });
    await resolve.press("Enter");
    const note = page.getByRole("dialog", { name: "Record Trivial Resolution" });
    await note.getByRole("textbox", { name: "Solution" }).fill("Cleaned the lens");
    await note.getByRole("button", { name: "Resolve" }).press("Enter");
    await expect(note).toHaveCount(0);
    await expect(resolve).toBeDisabled();
    await expect(dialog.locator(":focus")).toHaveCount(1);
  });

  test("when a button is gone once it was pressed: Undo of a field, Clear Filters", async ({ login, system }) => {
    const page = await login(ADMIN);
    const { serial_number: serial } = await system.onlineStation("atlas");
    const row = await openEntry(page, "hw-variation", serial);
    const address = row.getByRole("textbox", { name: `Address of ${serial}` });
    await address.fill("Dock 12");
    const undo = row.getByRole("button", { name: `Undo the change to Address (${serial})` });
    await undo.press("Enter");
    await expect(undo).toHaveCount(0);
    await expect(address).toBeFocused();

    await page.goto("/supportlog?supportlog-status=record");
    const clear = page.getByRole("button", { name: "Clear Filters" });
    await clear.press("Enter");
    await expect(clear).toHaveCount(0);
    await expectFocus(page);
  });

  test("when the last API key is revoked", async ({ login }) => {
    const page = await login("manager@skyline.example", "/manage/apikeys");
    await createKey(page, "Only one");
    await page.getByRole("dialog").getByRole("button", { name: "Close", exact: true }).click();
    const row = rowOf(page, "Only one");
    await pressAndConfirm(row, "Revoke");
    await expect(row).toHaveCount(0);
    await expect(page.getByRole("status").filter({ hasText: "Revoked the key Only one." })).toBeVisible();
    await expect(page.getByRole("region", { name: "API Keys" })).toBeFocused();
  });

  test("when the row of the stations list that has it is scrolled out of the window", async ({ login }) => {
    const page = await login(ADMIN, "/?stations-type=&stations-f-actual=0");
    const details = page.getByRole("list", { name: "Stations" }).getByRole("button", { name: /^Details of/ });
    await details.first().focus();
    const label = (await details.first().getAttribute("aria-label")) ?? "";
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    const last = page.getByRole("list", { name: "Stations" }).getByRole("listitem").last();
    await expect(last).toBeInViewport();
    await expect(page.getByRole("button", { name: label, exact: true })).toBeFocused();
  });
});

test("Escape pressed again at once closes the dialog below too, and the focus goes back to what opened that", async ({
  login,
  system,
}) => {
  const { serial_number } = await system.onlineStation("atlas");
  const page = await login(ADMIN, `/?stations-q=${encodeURIComponent(serial_number)}`);
  await page.getByRole("button", { name: `Details of ${serial_number}` }).click();
  const opener = page.getByRole("button", { name: "Data History" });
  await opener.click();
  await page.getByRole("button", { name: "View Error Log" }).click();
  await expect(page.getByRole("dialog", { name: "Error Log" })).toBeVisible();
  await pressEscapeTwice(page);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(opener).toBeFocused();
});

/** Presses Escape, and again as soon as that has closed a dialog, before the page does anything else. */
async function pressEscapeTwice(page: Page): Promise<void> {
  await page.evaluate(() => {
    const dialogs = () => document.querySelectorAll("dialog").length;
    const press = () =>
      document.activeElement?.dispatchEvent(
        new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true }),
      );
    const before = dialogs();
    const observer = new MutationObserver(() => {
      if (dialogs() === before) return;
      observer.disconnect();
      press();
    });
    observer.observe(document.body, { childList: true, subtree: true });
    press();
  });
}
