import { measureOnPage } from "./measure-on-page.ts";
import { COLUMNS, print, timed, waitUntilIdle } from "./timing.ts";

/*
 * The command palette over the stations list: how long it takes from a key press until what the browser finds among all stations is painted.
 *
 * node bench/browser/palette.ts [--stations 10000] [--quiet]
 */
const RUNS = 8;
/** What is listed. */
const RESULTS = { changes: '[role="option"] [title]', reads: ["title"] } as const;
/** A frame. */
const WALL_MS = 16;

await measureOnPage(10_000, async ({ page, devtools, stations }) => {
  await page.goto("/");
  await page.locator('ul[aria-label="Stations"] li:not([aria-setsize="-1"])').first().waitFor();
  await waitUntilIdle(page);
  console.log(`\n| ${stations} stations | ${COLUMNS}`);
  await print("Ctrl+K → palette", RUNS, async () => {
    const opened = await timed(page, devtools, {
      act: () => page.keyboard.press("Control+k"),
      shows: '[role="option"]',
    });
    await page.keyboard.press("Escape");
    return opened;
  });
  await page.keyboard.press("Control+k");
  const field = page.getByRole("combobox");
  // With the last character of each, other stations are found.
  const texts = ["a", "atlas 7", "77", "universal 25", "123", "global 4", "atlas 123", "u"];
  await print({ name: "key press → results", wallMs: WALL_MS }, RUNS, async (run) => {
    const text = texts[run] ?? "";
    await field.fill(text.slice(0, -1));
    await waitUntilIdle(page);
    return timed(page, devtools, { act: () => page.keyboard.press(text.slice(-1)), ...RESULTS });
  });
});
