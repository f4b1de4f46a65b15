import type { Page } from "@playwright/test";
import axe, { type RunOptions } from "axe-core";
import { expect } from "./test.ts";

declare global {
  var axe: typeof import("axe-core");
}

/** What WCAG 2.2 A and AA ask for, and two best practices: screen reader users navigate by headings and landmarks. */
const ALL: RunOptions = {
  runOnly: { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] },
  rules: { "heading-order": { enabled: true }, "landmark-unique": { enabled: true } },
};

/** Rules whose result depends on the layout. */
const OF_LAYOUT: RunOptions = { runOnly: { type: "rule", values: ["color-contrast", "target-size"] } };

/** Longer animations, such as a toast's countdown, don't affect readability. */
const SHORT_MS = 1_000;

/** Whether a short animation is running (fading elements have less contrast) or the requested color scheme isn't applied yet. */
async function isChanging(page: Page): Promise<boolean> {
  return page.evaluate((shortMs) => {
    const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
    // A wallboard has a theme of its own.
    const isApplied =
      location.pathname === "/wall" || document.documentElement.dataset["colorScheme"] === (isDark ? "dark" : "light");
    if (!isApplied) return true;
    return document.getAnimations().some(({ playState, effect }) => {
      const end = Number(effect?.getComputedTiming().endTime);
      return playState === "running" && end < shortMs;
    });
  }, SHORT_MS);
}

const DEFAULT_LAYOUT = { colorScheme: "light", width: 1440 } as const;

/** The default is the last. */
const LAYOUTS = [{ colorScheme: "dark", width: 310 }, DEFAULT_LAYOUT] as const;

/** Asserts that the page is accessible and not too wide: all rules when it is wide and light; contrast and target sizes when it is narrow and dark. */
export async function expectAccessibleInEachLayout(page: Page): Promise<void> {
  for (const layout of LAYOUTS) {
    await page.emulateMedia({ colorScheme: layout.colorScheme });
    await page.setViewportSize({ width: layout.width, height: 900 });
    // Otherwise what the bar at the top covers would depend on the height of the page in the layout before.
    await page.evaluate(() => window.scrollTo(0, 0));
    await expectNoViolations(page, layout === DEFAULT_LAYOUT ? ALL : OF_LAYOUT);
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    await expect.poll(overflow, `overflow of ${page.url()}`).toBeLessThanOrEqual(0);
  }
}

/** Asserts that the page is accessible and not too wide by all rules, at three widths and in both color schemes. */
export async function expectAccessibleAtEachWidth(page: Page): Promise<void> {
  for (const width of [310, 640, 1440]) {
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await page.evaluate(() => window.scrollTo(0, 0));
      await expectNoViolations(page, ALL);
    }
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    await expect.poll(overflow, `overflow of ${page.url()} at ${width} px`).toBeLessThanOrEqual(0);
  }
}

/** Asserts that axe finds no WCAG 2.2 A or AA violation on the page, and that its headings and landmarks are in order. */
export function expectAccessible(page: Page): Promise<void> {
  return expectNoViolations(page, ALL);
}

async function expectNoViolations(page: Page, options: RunOptions): Promise<void> {
  await expect.poll(() => isChanging(page)).toBe(false);
  // It stays in the page until another document is loaded: to read it again would take as long as most of the rules together.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe.source);
  const found = await page.evaluate(
    async (run) => {
      const { violations } = await globalThis.axe.run(document, run);
      return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
    },
    { ...options, resultTypes: ["violations" as const], selectors: false, preload: { assets: ["media" as const] } },
  );
  expect(found, `${page.url()} at ${page.viewportSize()?.width} px`).toEqual([]);
}
