import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { inTurns, WAITED_FOR_MS } from "./turns.ts";

const STEPS = 200;
const STEP_MS = 0.5;
const OTHERS_MS = 8;

/** Keeps the thread busy. */
function work(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

function* steps() {
  for (let step = 0; step < STEPS; step += 1) {
    work(STEP_MS);
    yield;
  }
  return "done";
}

/** How often others have had a turn while some work was done in steps. */
async function turnsOfOthers(mostMs?: number): Promise<number> {
  const done = new AbortController();
  const others = (async () => {
    let count = 0;
    while (!done.signal.aborted) {
      await nextTurn();
      work(OTHERS_MS);
      count += 1;
    }
    return count;
  })();
  expect(await inTurns(steps(), mostMs)).toBe("done");
  done.abort();
  return others;
}

test("others have a turn while work is done, and work that somebody waits for takes as long as they do", async () => {
  const [usual, waitedFor] = [await turnsOfOthers(), await turnsOfOthers(WAITED_FOR_MS)];
  expect(waitedFor).toBeGreaterThan(1);
  expect(usual).toBeGreaterThan(1.5 * waitedFor);
});
