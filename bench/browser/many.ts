import { setTimeout as sleep } from "node:timers/promises";
import { DEMO_PASSWORD } from "@groundcrew/server/demo";
import type { Browser, CDPSession, Page } from "@playwright/test";
import { z } from "zod";
import { print, timed, waitUntilIdle } from "./timing.ts";

const BAR = 'section[aria-label="Selected stations"]';

/** Selects all listed stations by key, and none. */
export async function measureSelection(page: Page, devtools: CDPSession, runs: number): Promise<void> {
  await page.getByRole("button", { name: "Select", exact: true }).click();
  await page.locator(BAR).waitFor();
  await print({ name: "select all → bar and rows", wallMs: 50 }, runs, async () => {
    await waitUntilIdle(page);
    return timed(page, devtools, {
      act: () => page.keyboard.press("Control+a"),
      changes: 'ul[aria-label="Stations"] li input[type="checkbox"]',
      reads: [],
    });
  });
  await page.keyboard.press("Escape");
}

const STATIONS = 1_000;
const acted = z.object({ id: z.int(), counts: z.object({ done: z.int() }) });
const listed = z.array(z.looseObject({ name: z.string(), serial_number: z.string() }));

/**
 * Puts 1,000 stations into maintenance and back by undo, from the request until the list of another browser shows it in all rows of its window,
 * which are among them.
 */
export async function measureAct(browser: Browser, baseURL: string, runs: number): Promise<void> {
  const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } });
  const data = { email: "admin@groundcrew.example", password: DEMO_PASSWORD };
  await context.request.post("/api/sessions/current", { data });
  const page = await context.newPage();
  await page.goto("/?stations-type=&stations-f-actual=0&stations-sort=serial_number");
  await page.locator('ul[aria-label="Stations"] li:not([aria-setsize="-1"])').first().waitFor();
  const all = listed.parse(await (await context.request.get("/api/stations")).json());
  const inOrder = all.toSorted((a, b) => a.serial_number.localeCompare(b.serial_number, "en", { numeric: true }));
  const stations = inOrder.slice(0, STATIONS).map(({ name }) => name);
  // Rows of the window that say that their station is in maintenance.
  const shown = () => page.locator('ul[aria-label="Stations"] li [class*="inMaintenance"]').count();
  const rows = await page.locator('ul[aria-label="Stations"] li').count();
  async function until(count: number, isShown: (rows: number) => boolean, startMs: number) {
    while (!isShown(await shown())) await sleep(10);
    const wall = performance.now() - startMs;
    if (count === 0) throw new Error("Nothing was changed.");
    return { wall, cpu: 0 };
  }
  const before = await shown();
  let act = 0;
  await print({ name: `maintenance of ${STATIONS} stations → another list`, wallMs: 2_000 }, runs, async () => {
    const body = { stations, why: "Benchmark", until: new Date(Date.now() + 3_600_000).toISOString() };
    const startMs = performance.now();
    const begun = acted.parse(await (await context.request.post("/api/bulk-acts/maintenance", { data: body })).json());
    act = begun.id;
    const run = await until(begun.counts.done, (count) => count >= rows, startMs);
    await context.request.post(`/api/bulk-acts/${act}/undo`);
    while ((await shown()) > before) await sleep(10);
    return run;
  });
  await context.close();
}
