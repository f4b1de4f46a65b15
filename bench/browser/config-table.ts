import type { CDPSession, Page } from "@playwright/test";
import { measureOnPage } from "./measure-on-page.ts";
import { printScrolling } from "./scrolling.ts";
import { COLUMNS, print, taskGoal, waitUntilIdle, timed } from "./timing.ts";

/*
 * The Station Config table in a browser, with every column of every atlas station: how long a user waits for it, and how much
 * time each action takes on the page's main thread. Times are from the click or key press until the changed table is painted.
 *
 * node bench/browser/config-table.ts [--stations 16000] [--quiet]; of 16,000 10,000 are atlas
 */
const RUNS = 6;
const TABLE = 'section[aria-label="Station Config"]';
/** Which rows are shown, in which order, and which cells are highlighted. */
const CELLS = { changes: `${TABLE} [role]`, reads: ["data-row", "class"] } as const;
const EVERYTHING = "/ssot?stations-f-actual=0&config-identical=1&config-unused=1";

await measureOnPage(16_000, async ({ page, devtools }) => {
  console.log(`\n| with all stations to load | ${COLUMNS}`);
  await print("link → first paint", 3, async () => {
    await page.goto("/stats");
    await waitUntilIdle(page);
    return timed(page, devtools, {
      act: () => page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "SSoT" }).click(),
      shows: `${TABLE} [role="cell"]`,
    });
  });
  await measureEarlierRevisions(page);
  await measureTable(page, devtools, `${EVERYTHING}&config-newest=1`);
  await measureTable(page, devtools, EVERYTHING);
});

/** How long the page cannot react while the earlier revisions of all stations arrive and their rows are displayed. */
async function measureEarlierRevisions(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const tasks: number[] = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration);
      document.documentElement.dataset["tasks"] = tasks.map(Math.round).join(" ");
    }).observe({ type: "longtask" });
  });
  await page.goto(EVERYTHING);
  await page
    .getByRole("img", { name: /^Earlier revision/ })
    .first()
    .waitFor();
  await waitUntilIdle(page);
  const tasks = await page.evaluate(() => document.documentElement.dataset["tasks"] ?? "");
  const reached = taskGoal(Math.max(...tasks.split(" ").map(Number)));
  console.log(`\nLong tasks until earlier revisions are displayed, in order (ms): ${tasks} (${reached})`);
}

async function measureTable(page: Page, devtools: CDPSession, path: string): Promise<void> {
  await page.goto(path);
  const table = page.getByRole("table", { name: "Station Config" });
  await table.waitFor();
  if (!path.includes("config-newest"))
    await page
      .getByRole("img", { name: /^Earlier revision/ })
      .first()
      .waitFor();
  await waitUntilIdle(page);
  const [rows, columns] = await Promise.all([table.getAttribute("aria-rowcount"), table.getAttribute("aria-colcount")]);
  console.log(`\n| ${Number(rows) - 2} rows of ${columns} columns | ${COLUMNS}`);
  await print("highlight, the other mode", RUNS, (run) => {
    const mode = run % 2 === 0 ? "Differs from next row" : "Differs from most";
    return timed(page, devtools, {
      act: () => page.getByRole("button", { name: mode, exact: true }).click(),
      ...CELLS,
    });
  });
  await print("reverse the order", RUNS, () =>
    timed(page, devtools, { act: () => page.getByRole("button", { name: "Reverse order" }).click(), ...CELLS }),
  );
  await page.mouse.move(700, 600);
  await printScrolling(page, devtools, { what: "down by 400 px", by: () => ({ x: 0, y: 400 }) });
  // Back and forth, because the last column is reached before the time is up.
  const by = (step: number) => ({ x: step % 60 < 30 ? 250 : -250, y: 0 });
  await printScrolling(page, devtools, { what: "sideways by 250 px", by });
}
