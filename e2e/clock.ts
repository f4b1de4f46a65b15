import type { Page } from "@playwright/test";

/** Longer than it takes to tell the page, whose clock cannot be stopped in its past. */
const AHEAD_MS = 10_000;

/** Stops the page's clock, which is installed if it is not yet: its time passes only when told. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + AHEAD_MS);
}
