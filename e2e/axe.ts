import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./test.ts";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** Of what axe counts as good practice: people who hear a page find their way by its headings and landmarks. */
const PRACTICES = { "heading-order": { enabled: true }, "landmark-unique": { enabled: true } };

/** Longer ones, such as that of a toast's time, do not change how readable anything is. */
const SHORT_MS = 1_000;

/** Whether anything is still appearing, which makes it paler than it will be, or the scheme that is asked for is not there yet. */
async function isChanging(page: Page): Promise<boolean> {
  return page.evaluate((shortMs) => {
    const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
    if (document.documentElement.dataset["mantineColorScheme"] !== (isDark ? "dark" : "light")) return true;
    return document.getAnimations().some(({ playState, effect }) => {
      const end = Number(effect?.getComputedTiming().endTime);
      return playState === "running" && end < shortMs;
    });
  }, SHORT_MS);
}

/** The page breaks no rule of WCAG 2.2, level A or AA, that a program can tell, and its headings and landmarks are in order. */
export async function expectAccessible(page: Page): Promise<void> {
  await expect.poll(() => isChanging(page)).toBe(false);
  // What only frames of other sites need, and lists of what is right, would take five times as long as the rules.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"], rules: PRACTICES });
  const { violations } = await axe.withTags(RULES).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
}
