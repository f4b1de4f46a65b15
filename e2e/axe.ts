import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./test.ts";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** Best-practice rules of axe to check as well: screen reader users navigate by headings and landmarks. */
const PRACTICES = { "heading-order": { enabled: true }, "landmark-unique": { enabled: true } };

/** Longer animations, such as a toast's countdown, don't affect readability. */
const SHORT_MS = 1_000;

/** Whether a short animation is running (fading elements have less contrast) or the requested color scheme isn't applied yet. */
async function isChanging(page: Page): Promise<boolean> {
  return page.evaluate((shortMs) => {
    const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
    if (document.documentElement.dataset["colorScheme"] !== (isDark ? "dark" : "light")) return true;
    return document.getAnimations().some(({ playState, effect }) => {
      const end = Number(effect?.getComputedTiming().endTime);
      return playState === "running" && end < shortMs;
    });
  }, SHORT_MS);
}

/** Asserts that axe finds no WCAG 2.2 A or AA violation on the page, and that its headings and landmarks are in order. */
export async function expectAccessible(page: Page): Promise<void> {
  await expect.poll(() => isChanging(page)).toBe(false);
  // Checks for cross-origin frames and reporting of passed rules would take five times as long as the rules themselves.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"], rules: PRACTICES });
  const { violations } = await axe.withTags(RULES).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
}
