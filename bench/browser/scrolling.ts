import type { CDPSession, Page } from "@playwright/test";
import { ms } from "../measure.ts";
import { threadTime } from "./timing.ts";

const DURATION_MS = 4_000;

/**
 * Prints how well a page keeps up with scrolling, with wheel events sent as fast as it handles them; `by` returns the distance of
 * each step by its number.
 */
export async function printScrolling(
  page: Page,
  devtools: CDPSession,
  { what, by }: { what: string; by: (step: number) => { x: number; y: number } },
): Promise<void> {
  const frames = page.evaluate(frameIntervals, DURATION_MS);
  const before = await threadTime(devtools);
  let steps = 0;
  for (const end = performance.now() + DURATION_MS; performance.now() < end; steps += 1) {
    const { x, y } = by(steps);
    await page.mouse.wheel(x, y);
  }
  const intervals = (await frames).sort((a, b) => a - b);
  const perStep = ((await threadTime(devtools)) - before) / steps;
  const at = (share: number) => ms(intervals[Math.floor(intervals.length * share)] ?? 0);
  console.log(`| scroll ${what}, ${steps} times | frame ${at(0.5)} ms | p95 ${at(0.95)} ms | ${ms(perStep)} ms |`);
}

/** Runs in the page: measures the time between consecutive frames, for `durationMs`. */
function frameIntervals(durationMs: number): Promise<number[]> {
  return new Promise((resolve) => {
    const intervals: number[] = [];
    let last = performance.now();
    const end = last + durationMs;
    const recordFrame = (now: number) => {
      intervals.push(now - last);
      last = now;
      if (now < end) requestAnimationFrame(recordFrame);
      else resolve(intervals);
    };
    requestAnimationFrame(recordFrame);
  });
}
