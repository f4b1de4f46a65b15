import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./test.ts";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** Best-practice rules of axe to check as well: screen reader users navigate by headings and landmarks. */
const BEST_PRACTICES = { "heading-order": { enabled: true }, "landmark-unique": { enabled: true } };

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

const DEFAULT_LAYOUT = { colorScheme: "light", width: 1440 } as const;

/** The default is the last. */
const LAYOUTS = [{ colorScheme: "dark", width: 310 }, DEFAULT_LAYOUT] as const;

/** Rules whose result depends on the layout. */
const LAYOUT_RULES = ["color-contrast", "target-size"];

/** Asserts that the page is accessible and not too wide: all rules when it is wide and light; contrast and target sizes when it is narrow and dark. */
export async function expectAccessibleInEachLayout(page: Page): Promise<void> {
  for (const layout of LAYOUTS) {
    await page.emulateMedia({ colorScheme: layout.colorScheme });
    await page.setViewportSize({ width: layout.width, height: 900 });
    // Otherwise what the bar at the top covers would depend on the height of the page in the layout before.
    await page.evaluate(() => window.scrollTo(0, 0));
    if (layout === DEFAULT_LAYOUT) await expectAccessible(page);
    else {
      await expect.poll(() => isChanging(page)).toBe(false);
      const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
      expectNoViolations(await axe.withRules(LAYOUT_RULES).analyze());
    }
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    await expect.poll(overflow, `overflow of ${page.url()}`).toBeLessThanOrEqual(0);
  }
}

/** Asserts that axe finds no WCAG 2.2 A or AA violation on the page, and that its headings and landmarks are in order. */
export async function expectAccessible(page: Page): Promise<void> {
  await expect.poll(() => isChanging(page)).toBe(false);
  // Checks for cross-origin frames and reporting of passed rules would take five times as long as the rules themselves.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"], rules: BEST_PRACTICES });
  expectNoViolations(await axe.withTags(RULES).analyze());
}

function expectNoViolations({ url, violations }: Awaited<ReturnType<AxeBuilder["analyze"]>>): void {
  expect(
    violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
    url,
  ).toEqual([]);
}
