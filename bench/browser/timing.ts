import type { CDPSession, Page } from "@playwright/test";
import { goal, ms } from "../measure.ts";

/**
 * How long a user waited, how long the page's main thread was busy during that time, and its longest task if that took longer than 50 ms; in ms.
 */
export type Run = { wall: number; cpu: number; longest?: number };

/**
 * What a click or key press results in: an element appears, or the matching elements are others or have other values of these attributes than before
 * it, as values or ticks of inputs are. Attributes that live changes set by themselves must not be among them.
 */
type Watched = { act: () => Promise<void> } & ({ shows: string } | { changes: string; reads: readonly string[] });

/** A result that has not appeared by then does not come. */
const LONGEST_MS = 60_000;
/** The goal for the longest task. The browser reports only tasks that take longer. */
const TASK_MS = 50;

/** Measures the time from a click or key press until its result is painted, by the page's own clock. */
export async function timed(page: Page, devtools: CDPSession, watched: Watched): Promise<Run> {
  const before = await threadTime(devtools);
  // Set up before the press, because a key press would arrive before an evaluation that is started at the same time.
  const watching = await page.evaluateHandle(
    ({ shows, changes, reads, longestMs }) => ({
      tasks: (() => {
        const all: number[] = [];
        const observer = new PerformanceObserver((list) => all.push(...list.getEntries().map((task) => task.duration)));
        observer.observe({ type: "longtask" });
        return all;
      })(),
      painted: new Promise<number>((resolve, reject) => {
        let startMs = 0;
        let before = "";
        const valueOf = (element: Element) =>
          element instanceof HTMLInputElement ? `${element.value} ${element.checked}` : "";
        const textOf = (element: Element) =>
          `${valueOf(element)} ${reads.map((name) => element.getAttribute(name)).join(" ")}`;
        const result = () => [...document.querySelectorAll(changes ?? "none")].map(textOf).join("\n");
        const start = (event: Event) => {
          if (startMs > 0) return;
          startMs = event.timeStamp;
          before = result();
        };
        for (const type of ["pointerdown", "keydown"]) addEventListener(type, start, { capture: true, once: true });
        const isShown = () => (shows === undefined ? result() !== before : document.querySelector(shows) !== null);
        const observer = new MutationObserver(() => {
          if (startMs === 0 || !isShown()) return;
          observer.disconnect();
          // Runs after the frame that shows the result.
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => resolve(performance.now() - startMs);
            port2.postMessage(null);
          });
        });
        observer.observe(document.body, { subtree: true, childList: true, attributes: true });
        setTimeout(() => reject(new Error(`${shows ?? changes} did not change.`)), longestMs);
      }),
    }),
    {
      shows: "shows" in watched ? watched.shows : undefined,
      changes: "changes" in watched ? watched.changes : undefined,
      reads: "changes" in watched ? watched.reads : [],
      longestMs: LONGEST_MS,
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
export const COLUMNS = "minimum | median | main thread | longest task | goal |\n|---|---|---|---|---|---|";

/** A row of the table: its name, and its goal in ms for the median of the wait or of the main thread's time. */
export type Row = { name: string; wallMs?: number; cpuMs?: number };

/**
 * Prints a row of the table: the minimum and the median of several runs, the median of the main thread's time, the longest task of all runs,
 * and the row's goals. The longest task has one wherever it is measured.
 */
export async function print(what: string | Row, runs: number, work: (run: number) => Promise<Run>): Promise<void> {
  const row = typeof what === "string" ? { name: what } : what;
  const all: Run[] = [];
  for (let run = 0; run < runs; run += 1) all.push(await work(run));
  const median = (timeOf: (run: Run) => number) => all.map(timeOf).sort((a, b) => a - b)[Math.floor(runs / 2)] ?? 0;
  const [wall, cpu] = [median((run) => run.wall), median((run) => run.cpu)];
  const minimum = Math.min(...all.map((run) => run.wall));
  const tasks = all.flatMap(({ longest }) => longest ?? []);
  const longest = Math.max(0, ...tasks);
  const times = [minimum, wall, cpu].map((time) => `${ms(time)} ms`);
  const goals = [...judged(row, wall, cpu), ...(tasks.length > 0 ? [taskGoal(longest)] : [])];
  const cells = [row.name, ...times, longest === 0 ? "" : `${ms(longest)} ms`, goals.join("; ")];
  console.log(`| ${cells.join(" | ")} |`);
}

/** The goal for the longest task of a page (ms). */
export function taskGoal(longest: number): string {
  return goal(`tasks ${TASK_MS} ms`, longest <= TASK_MS);
}

function judged({ wallMs, cpuMs }: Row, wall: number, cpu: number): string[] {
  if (wallMs !== undefined) return [goal(`${wallMs} ms`, wall <= wallMs)];
  return cpuMs === undefined ? [] : [goal(`${cpuMs} ms of the main thread`, cpu <= cpuMs)];
}
