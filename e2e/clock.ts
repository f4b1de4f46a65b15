import type { Page } from "@playwright/test";

/** Longer than the call to the page takes, because the clock can't be paused at a time that has already passed. */
const AHEAD_MS = 10_000;

/** Stops the page's clock, installing a fake clock if necessary: from then on the time advances only when a test advances it. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + AHEAD_MS);
}
