import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { limitConcurrency, serialQueue, asyncSignal } from "./concurrency.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Tasks that the test starts and ends. */
function works(limited: ReturnType<typeof limitConcurrency>) {
  const started: number[] = [];
  const ends: PromiseWithResolvers<void>[] = [];
  const add = () => {
    const end = Promise.withResolvers<void>();
    const number = ends.push(end) - 1;
    return limited(async () => {
      started.push(number);
      await end.promise;
      return number;
    });
  };
  return {
    started,
    add,
    end: (number: number) => ends[number]?.resolve(),
    fail: (number: number) => ends[number]?.reject(new Error("no")),
  };
}

test("the limit applies, and waiting tasks run in order of arrival, also after a failure", async () => {
  const { started, add, end, fail } = works(limitConcurrency(2));
  const all = [add(), add(), add(), add()];
  expect(started).toEqual([0, 1]);
  fail(1);
  await expect(all[1]).rejects.toThrow("no");
  expect(started).toEqual([0, 1, 2]);
  // A new task does not overtake a waiting one.
  all.push(add());
  end(0);
  expect(await all[0]).toBe(0);
  expect(started).toEqual([0, 1, 2, 3]);
  for (const number of [2, 3, 4]) end(number);
  expect(await Promise.all(all.slice(2))).toEqual([2, 3, 4]);
});

test("a task that does not fit into the queue fails without starting", async () => {
  const { started, add, end } = works(limitConcurrency(1, { max: 1, full: () => new Error("full") }));
  const all = [add(), add()];
  await expect(add()).rejects.toThrow("full");
  for (const number of [0, 1, 2]) end(number);
  expect(await Promise.all(all)).toEqual([0, 1]);
  expect(started).toEqual([0, 1]);
});

test("a task that has waited too long fails without starting, and leaves its slot to others", async () => {
  const { started, add, end } = works(limitConcurrency(1, { max: 1, waitMs: 100, full: () => new Error("full") }));
  const first = add();
  const refused = add().catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(99);
  await expect(add()).rejects.toThrow("full");
  await vi.advanceTimersByTimeAsync(1);
  expect(await refused).toEqual(new Error("full"));
  const fourth = add();
  end(0);
  expect(await first).toBe(0);
  await vi.advanceTimersByTimeAsync(100);
  expect(started).toEqual([0, 3]);
  end(3);
  expect(await fourth).toBe(3);
});

test("each task starts when the one before has ended, also after a failure", async () => {
  const queue = serialQueue();
  const started: string[] = [];
  const first = Promise.withResolvers<void>();
  const run = (name: string, task: () => Promise<unknown>) => queue.run(() => (started.push(name), task()));
  const results = [run("first", () => first.promise), run("second", async () => "done")];
  await Promise.resolve();
  expect(started).toEqual(["first"]);
  first.reject(new Error("no"));
  await expect(results[0]).rejects.toThrow("no");
  await queue.idle();
  expect(started).toEqual(["first", "second"]);
  expect(await results[1]).toBe("done");
});

test("a wait ends when it is notified, or after its longest time", async () => {
  const signal = asyncSignal();
  const ended: string[] = [];
  const wait = async (name: string) => {
    await signal.wait(100);
    ended.push(name);
  };
  void wait("notified");
  signal.notify();
  await vi.advanceTimersByTimeAsync(0);
  expect(ended).toEqual(["notified"]);
  void wait("late");
  await vi.advanceTimersByTimeAsync(99);
  expect(ended).toEqual(["notified"]);
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toEqual(["notified", "late"]);
});

test("a notification without a waiting caller ends the next wait at once, and only that one", async () => {
  const signal = asyncSignal();
  signal.notify();
  signal.notify();
  await signal.wait(100);
  const started = Date.now();
  const next = signal.wait(100);
  await vi.advanceTimersToNextTimerAsync();
  await next;
  expect(Date.now() - started).toBe(100);
});
