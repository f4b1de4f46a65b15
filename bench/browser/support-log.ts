import type { CDPSession, Page } from "@playwright/test";
import type { SupportLogEntry } from "@groundcrew/shared/support-log";
import { ms } from "../measure.ts";
import { measureOnPage } from "./measure-on-page.ts";
import { COLUMNS, print, waitUntilIdle, threadTime, type Run } from "./timing.ts";

/*
 * The support log of a large fleet, with as many entries as one call returns, while 50 stations of the fleet change each second.
 * A permalink opens an entry in the middle of the log; navigation is complete when the entry has the focus and no longer moves within
 * the window.
 *
 * node bench/browser/support-log.ts [--stations 5000] [--quiet]
 */
const REPORTING = 50;
/** The goal for a permalink. */
const PERMALINK = { wallMs: 1_000 } as const;

await measureOnPage(5_000, async ({ page, devtools, child, stations }) => {
  const log: SupportLogEntry[] = await (await page.request.get("/api/supportlog/entries")).json();
  const reports = setInterval(() => void child.change(REPORTING), 1_000);
  try {
    console.log(`\n| ${log.length} entries, ${stations} stations | ${COLUMNS}`);
    await measure(page, devtools, log);
  } finally {
    clearInterval(reports);
  }
});

async function measure(page: Page, devtools: CDPSession, log: readonly SupportLogEntry[]): Promise<void> {
  await print("limit: the app's page for an unknown address in a new tab", 4, () => openEmpty(page, devtools));
  const targets = [0.5, 0.9, 0.7, 0.3].map((share) => log.at(Math.floor(log.length * share))?.id ?? 0);
  await print({ name: "permalink in a new tab → its entry", ...PERMALINK }, targets.length, (run) =>
    openAt(page, devtools, targets[run] ?? 0),
  );
  const { nodes, height } = await page.evaluate(() => {
    return { nodes: document.querySelectorAll("*").length, height: document.body.scrollHeight };
  });
  await print({ name: "another permalink in the open log → its entry", ...PERMALINK }, targets.length, async (run) => {
    await waitUntilIdle(page);
    const before = await threadTime(devtools);
    const reached = page.evaluate(waitForEntry, targets[run] ?? 0);
    await page.evaluate((id) => void (location.hash = `#${id}`), targets[run] ?? 0);
    return { wall: await reached, cpu: (await threadTime(devtools)) - before };
  });
  await print("leaving it → the stations list", 4, async () => {
    await page.goto(`/supportlog/entries#${targets[0]}`);
    await page.evaluate(waitForEntry, targets[0] ?? 0);
    await waitUntilIdle(page);
    return leave(page, devtools);
  });
  await print(`print ${log.length} entries → print dialog`, 1, () => printLog(page, devtools));
  await page.goto(`/supportlog/entries#${targets[0]}`);
  await page.evaluate(waitForEntry, targets[0] ?? 0);
  await waitUntilIdle(page);
  const before = await threadTime(devtools);
  await page.waitForTimeout(30_000);
  console.log(`| 30 s without input | | | ${ms((await threadTime(devtools)) - before)} ms | | |`);
  console.log(`\n${nodes} elements in a page of ${height} px`);
}

/** Measured from the start of the navigation. */
async function openAt(page: Page, devtools: CDPSession, id: number): Promise<Run> {
  await page.goto("about:blank");
  const before = await threadTime(devtools);
  await page.goto(`/supportlog/entries#${id}`, { waitUntil: "commit" });
  await page.evaluate(waitForEntry, id);
  const wall = await page.evaluate(() => performance.now());
  return { wall, cpu: Math.max(0, (await threadTime(devtools)) - before) };
}

async function openEmpty(page: Page, devtools: CDPSession): Promise<Run> {
  await page.goto("about:blank");
  const before = await threadTime(devtools);
  await page.goto("/no-such-page", { waitUntil: "commit" });
  await page.getByRole("heading", { level: 1 }).waitFor();
  const wall = await page.evaluate(() => performance.now());
  return { wall, cpu: Math.max(0, (await threadTime(devtools)) - before) };
}

/**
 * Measures the time from the click on Print until the browser's print dialog would open, and the longest time for which the page
 * was blocked.
 */
async function printLog(page: Page, devtools: CDPSession): Promise<Run> {
  await page.goto("/supportlog/print");
  await page.getByText(/entries of .* stations/).waitFor();
  await waitUntilIdle(page);
  const before = await threadTime(devtools);
  const printed = page.evaluate(
    () =>
      new Promise<{ wall: number; longest: number }>((resolve) => {
        let startMs = 0;
        let longest = 0;
        addEventListener("pointerdown", (event) => (startMs = event.timeStamp), { capture: true, once: true });
        const observer = new PerformanceObserver((list) => {
          for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
        });
        observer.observe({ type: "longtask" });
        window.print = () => {
          const wall = performance.now() - startMs;
          setTimeout(() => resolve({ wall, longest }), 1_000);
        };
      }),
  );
  await page.getByRole("button", { name: "Print" }).click();
  const { wall, longest } = await printed;
  return { wall, cpu: (await threadTime(devtools)) - before, longest };
}

/**
 * Runs in the page: resolves when an entry has the focus, is in the window and hasn't moved since the previous frame. Returns how
 * long that took (ms).
 */
function waitForEntry(id: number): Promise<number> {
  const startMs = performance.now();
  return new Promise((resolve) => {
    let last = Number.NaN;
    const check = () => {
      const entry = document.getElementById(`entry-${id}`);
      const top = entry?.getBoundingClientRect().top ?? Number.NaN;
      if (entry === document.activeElement && top === last && top > 0 && top < innerHeight)
        return resolve(performance.now() - startMs);
      last = top;
      return requestAnimationFrame(check);
    };
    check();
  });
}

async function leave(page: Page, devtools: CDPSession): Promise<Run> {
  const before = await threadTime(devtools);
  const left = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let startMs = 0;
        addEventListener("pointerdown", (event) => (startMs = event.timeStamp), { capture: true, once: true });
        const check = () => {
          if (location.pathname !== "/" || document.querySelector('[id^="entry-"]'))
            return requestAnimationFrame(check);
          return requestAnimationFrame(() => resolve(performance.now() - startMs));
        };
        check();
      }),
  );
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Stations" }).click();
  return { wall: await left, cpu: (await threadTime(devtools)) - before };
}
