import type { Page } from "@playwright/test";
import { expect, test } from "./test.ts";

/** Names of a dialog's visible buttons that a toast covers at least partly. */
function coveredButtons(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const toasts = [
      ...document.querySelectorAll(
        '[role="alert"]:has([aria-label="Dismiss"]), [role="status"]:has([aria-label="Dismiss"])',
      ),
    ].map((one) => one.getBoundingClientRect());
    const buttons = [...document.querySelectorAll('[aria-modal="true"] :is(button, a, [role="tab"])')];
    const isCovered = (button: Element) => {
      const part = button.closest("section")?.getBoundingClientRect();
      const { left, right, top, bottom } = button.getBoundingClientRect();
      // The part of the button that the dialog's scroll area doesn't clip.
      const [from, to] = [Math.max(top, part?.top ?? top), Math.min(bottom, part?.bottom ?? bottom)];
      return from < to && toasts.some((at) => left < at.right && at.left < right && from < at.bottom && at.top < to);
    };
    return buttons.filter(isCovered).map((button) => button.getAttribute("aria-label") ?? button.textContent);
  });
}

for (const size of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test(`a toast covers none of a dialog's buttons in a window of ${size.width} × ${size.height}`, async ({
    login,
    system,
  }) => {
    const { serial_number: serial } = await system.onlineStation("atlas");
    const page = await login("admin@groundcrew.example", `/?stations-q=${encodeURIComponent(serial)}`);
    await page.setViewportSize(size);
    await page.getByRole("button", { name: `Details of ${serial}` }).click();
    await page.getByRole("button", { name: "Telemetry" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("tab", { name: "Raw" }).click();
    const copied = page.getByText(/Copied telemetry|does not allow copying/);
    const height = async () => (await dialog.boundingBox())?.height;
    const before = await height();
    // A toast stays while the pointer is over it; on a slow machine the first one may disappear before that.
    await expect(async () => {
      await dialog.getByRole("button", { name: "Copy", exact: true }).click();
      await copied.last().hover({ timeout: 4_000 });
    }).toPass({ timeout: 60_000 });
    await expect(dialog.getByRole("button", { name: "Close", exact: true })).toBeInViewport();
    await expect.poll(() => coveredButtons(page)).toEqual([]);
    await expect(copied.last()).toBeVisible();
    // In a narrow window the dialog keeps the full height, also while a toast is shown.
    if (size.width === 390) expect([before, await height()]).toEqual([size.height, size.height]);
  });
}
