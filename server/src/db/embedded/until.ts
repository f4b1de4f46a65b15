import { setTimeout as sleep } from "node:timers/promises";

/** Asks again and again; false when `waitMs` passed without a yes. */
export async function until(test: () => boolean | Promise<boolean>, waitMs: number): Promise<boolean> {
  const deadline = Date.now() + waitMs;
  while (!(await test())) {
    if (Date.now() > deadline) return false;
    await sleep(15);
  }
  return true;
}
