import { setTimeout as sleep } from "node:timers/promises";

/** Polls `test` until it returns true. False when that has not happened within `waitMs`. */
export async function until(test: () => boolean | Promise<boolean>, waitMs: number): Promise<boolean> {
  const deadline = Date.now() + waitMs;
  while (!(await test())) {
    if (Date.now() > deadline) return false;
    await sleep(15);
  }
  return true;
}
