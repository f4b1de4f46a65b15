import { setTimeout as sleep } from "node:timers/promises";
import { bulkAct } from "@groundcrew/shared/bulk-acts";
import { HOUR_MS } from "@groundcrew/shared/lib";
import type { CDPSession, Page } from "@playwright/test";
import { z } from "zod";
import { measureOnPage } from "./measure-on-page.ts";
import { COLUMNS, print, timed, waitUntilIdle } from "./timing.ts";

/*
 * What finds and changes stations among all: from a key press in the command palette until what the browser finds is painted, from Ctrl+A until all rows
 * are selected, and from an act on 1,000 stations until another list shows it.
 *
 * node bench/browser/many.ts [--stations 10000] [--quiet]
 */
const RUNS = 8;
/** A frame. */
const FRAME_MS = 16;
const ROW = 'ul[aria-label="Stations"] li';
const BAR = 'section[aria-label="Selected stations"]';
const STATIONS = 1_000;

const listed = z.array(z.looseObject({ name: z.string(), serial_number: z.string() }));

await measureOnPage(10_000, async ({ page, devtools, stations }) => {
  await open(page, "/");
  console.log(`\n| ${stations} stations | ${COLUMNS}`);
  await measurePalette(page, devtools);
  await open(page, "/?stations-type=&stations-f-actual=0&stations-sort=serial_number");
  await measureSelection(page, devtools);
  await measureAct(page, 5);
});

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.locator(`${ROW}:not([aria-setsize="-1"])`).first().waitFor();
  await waitUntilIdle(page);
}

async function measurePalette(page: Page, devtools: CDPSession): Promise<void> {
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
  // What the browser finds is rendered with the value of the field.
  const texts = ["a", "atlas 7", "77", "universal 25", "123", "global 4", "atlas 123", "u"];
  // The wait has in it that for the next frame, of which there is one each 16.7 ms.
  await print({ name: "key press → results", cpuMs: FRAME_MS }, texts.length * 2, async (run) => {
    const text = texts[run % texts.length] ?? "";
    await field.fill(text.slice(0, -1));
    await waitUntilIdle(page);
    return timed(page, devtools, {
      act: () => page.keyboard.press(text.slice(-1)),
      changes: '[role="combobox"]',
      reads: [],
    });
  });
  await page.keyboard.press("Escape");
}

async function measureSelection(page: Page, devtools: CDPSession): Promise<void> {
  await print({ name: "select all → bar and rows", wallMs: 50 }, RUNS, async () => {
    await page.getByRole("button", { name: "Select", exact: true }).click();
    await page.locator(BAR).waitFor();
    await waitUntilIdle(page);
    const selected = await timed(page, devtools, {
      act: () => page.keyboard.press("Control+a"),
      changes: `${ROW} input[type="checkbox"]`,
      reads: [],
    });
    await page.keyboard.press("Escape");
    await page.locator(BAR).waitFor({ state: "detached" });
    return selected;
  });
}

/**
 * Puts 1,000 stations into maintenance, and back by undo: from the request, which somebody else sends, until all rows in the window, which are among
 * them, show it.
 */
async function measureAct(page: Page, runs: number): Promise<void> {
  const { request } = page.context();
  const all = listed.parse(await (await request.get("/api/stations")).json());
  const inOrder = all.toSorted((a, b) => a.serial_number.localeCompare(b.serial_number, "en", { numeric: true }));
  const stations = inOrder.slice(0, STATIONS).map(({ name }) => name);
  const shown = () => page.locator(ROW).filter({ hasText: "Maintenance until" }).count();
  const [rows, before] = [await page.locator(ROW).count(), await shown()];
  await print({ name: `maintenance of ${STATIONS} stations → another list`, wallMs: 2_000 }, runs, async () => {
    const data = { stations, why: "Benchmark", until: new Date(Date.now() + HOUR_MS).toISOString() };
    const start = performance.now();
    const { id } = bulkAct.parse(await (await request.post("/api/bulk-acts/maintenance", { data })).json());
    while ((await shown()) < rows) await sleep(10);
    const wall = performance.now() - start;
    await request.post(`/api/bulk-acts/${id}/undo`);
    while ((await shown()) > before) await sleep(10);
    return { wall, cpu: 0 };
  });
}
