import type { CDPSession, Page } from "@playwright/test";
import { ms } from "../measure.ts";

/**
 * How long a user waited, how long the page's main thread was busy during that time, and its longest task if that took longer than 50 ms; in ms.
 */
export type Run = { wall: number; cpu: number; longest?: number };

type Watched = { act: () => Promise<void> } & ({ shows: string } | { changes: string });

/** Measures the time from a click or key press until its effect is painted, by the page's own clock. */
export async function timed(page: Page, devtools: CDPSession, watched: Watched): Promise<Run> {
  const before = await threadTime(devtools);
  // Set up before the press, because a key press would arrive before an evaluation that is started at the same time.
  const watching = await page.evaluateHandle(
    ({ shows, changes }) => ({
      tasks: (() => {
        const all: number[] = [];
        const observer = new PerformanceObserver((list) => all.push(...list.getEntries().map((task) => task.duration)));
        observer.observe({ type: "longtask" });
        return all;
      })(),
      painted: new Promise<number>((resolve) => {
        let startMs = 0;
        const start = (event: Event) => {
          startMs ||= event.timeStamp;
        };
        for (const type of ["pointerdown", "keydown"]) addEventListener(type, start, { capture: true, once: true });
        const isVisible = () => startMs > 0 && (changes !== undefined || document.querySelector(shows ?? "") !== null);
        const observer = new MutationObserver(() => {
          if (!isVisible()) return;
          observer.disconnect();
          // Runs after the frame that shows the change.
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => resolve(performance.now() - startMs);
            port2.postMessage(null);
          });
        });
        const root = document.querySelector(changes ?? "body") ?? document.body;
        // Not texts: the ages on the page change by themselves.
        observer.observe(root, { subtree: true, childList: true, attributes: true });
      }),
    }),
    {
      shows: "shows" in watched ? watched.shows : undefined,
      changes: "changes" in watched ? watched.changes : undefined,
    },
  );
  await watched.act();
  const wall = await watching.evaluate(({ painted }) => painted);
  const cpu = (await threadTime(devtools)) - before;
  await waitUntilIdle(page);
  return { wall, cpu, longest: await watching.evaluate(({ tasks }) => Math.max(0, ...tasks)) };
}

/** Waits until the page is idle. */
export async function waitUntilIdle(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 5_000 })));
}

/** CPU time that the page's main thread has used, in ms. */
export async function threadTime(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send("Performance.getMetrics");
  return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0) * 1_000;
}

/** The columns that `print` fills. */
export const COLUMNS = "minimum | median | main thread | longest task |\n|---|---|---|---|---|";

/**
 * Prints a row of the table: the minimum and the median of several runs, the median of the main thread's time, and the longest task of all
 * runs.
 */
export async function print(name: string, runs: number, work: (run: number) => Promise<Run>): Promise<void> {
  const all: Run[] = [];
  for (let run = 0; run < runs; run += 1) all.push(await work(run));
  const median = (timeOf: (run: Run) => number) => all.map(timeOf).sort((a, b) => a - b)[Math.floor(runs / 2)] ?? 0;
  const minimum = Math.min(...all.map(({ wall }) => wall));
  const longest = Math.max(0, ...all.map((run) => run.longest ?? 0));
  const times = [minimum, median(({ wall }) => wall), median(({ cpu }) => cpu)].map((time) => `${ms(time)} ms`);
  console.log(`| ${[name, ...times, longest === 0 ? "" : `${ms(longest)} ms`].join(" | ")} |`);
}
