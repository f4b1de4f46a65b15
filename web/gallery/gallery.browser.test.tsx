import axe, { type RunOptions } from "axe-core";
import { expect, test, vi } from "vitest";
import * as kit from "../src/kit/index.ts";
import * as ui from "../src/ui/index.ts";
import { resizeWindow } from "../test/open-console.tsx";
import { render } from "../test/render.tsx";
import { makeScreen, screens } from "./screens.tsx";

/** What WCAG 2.2 A and AA ask for, and two best practices: screen reader users navigate by headings and landmarks. */
const ALL: RunOptions = {
  runOnly: { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] },
  rules: { "heading-order": { enabled: true }, "landmark-unique": { enabled: true } },
};
/** Rules whose result depends on the layout and its colors. */
const OF_LAYOUT: RunOptions = { runOnly: { type: "rule", values: ["color-contrast", "target-size"] } };

/** These have no appearance of their own, or only in print or while a page is being left. */
const NOT_SEEN = ["Memoized", "PlainLink", "PrintLimit", "ScrollTable", "StatusLine", "UnsavedGuard", "VisuallyHidden"];

test("the gallery has a page for each component of ui and kit", () => {
  const components = Object.keys({ ...ui, ...kit }).filter((name) => /^[A-Z][a-z]/.test(name));
  const shown = new Set(screens.flatMap(({ shows }) => shows));
  expect([...shown, ...NOT_SEEN].toSorted()).toEqual(components.toSorted());
});

for (const screen of screens) {
  test(`${screen.name} is accessible and fits at each width, light and dark`, async () => {
    render(makeScreen(screen));
    await vi.waitUntil(() => document.querySelector("main, dialog, output, [role=alert]"));
    for (const width of [1440, 640, 310]) {
      await resizeWindow(width);
      for (const scheme of ["dark", "light"]) {
        localStorage.setItem("color-scheme", scheme);
        window.dispatchEvent(new StorageEvent("storage"));
        await vi.waitUntil(() => document.documentElement.dataset["colorScheme"] === scheme);
        expect(
          await violations(scheme === "light" && width !== 640 ? ALL : OF_LAYOUT),
          `${width} px, ${scheme}`,
        ).toEqual([]);
      }
      expect(document.documentElement.scrollWidth, `${width} px`).toBeLessThanOrEqual(width);
    }
  });
}

async function violations(options: RunOptions) {
  const found = await axe.run(document, { ...options, resultTypes: ["violations"], selectors: false, preload: false });
  return found.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}
