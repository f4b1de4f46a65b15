import { expect, test } from "vitest";
import { limitConcurrency } from "./limit-concurrency.ts";

/** Work that begins and ends when the test says so. */
function works(limited: ReturnType<typeof limitConcurrency>) {
  const begun: number[] = [];
  const ends: PromiseWithResolvers<void>[] = [];
  const add = () => {
    const end = Promise.withResolvers<void>();
    const number = ends.push(end) - 1;
    return limited(async () => {
      begun.push(number);
      await end.promise;
      return number;
    });
  };
  return {
    begun,
    add,
    end: (number: number) => ends[number]?.resolve(),
    fail: (number: number) => ends[number]?.reject(new Error("no")),
  };
}

test("so much runs at once, the rest in the order in which it came, also after a failure", async () => {
  const { begun, add, end, fail } = works(limitConcurrency(2));
  const all = [add(), add(), add(), add()];
  expect(begun).toEqual([0, 1]);
  fail(1);
  await expect(all[1]).rejects.toThrow("no");
  expect(begun).toEqual([0, 1, 2]);
  // A new call does not overtake the waiting one.
  all.push(add());
  end(0);
  expect(await all[0]).toBe(0);
  expect(begun).toEqual([0, 1, 2, 3]);
  for (const number of [2, 3, 4]) end(number);
  expect(await Promise.all(all.slice(2))).toEqual([2, 3, 4]);
});

test("who comes when enough are waiting is told so, and has not begun", async () => {
  const { begun, add, end } = works(limitConcurrency(1, { max: 1, full: () => new Error("full") }));
  const all = [add(), add()];
  await expect(add()).rejects.toThrow("full");
  for (const number of [0, 1, 2]) end(number);
  expect(await Promise.all(all)).toEqual([0, 1]);
  expect(begun).toEqual([0, 1]);
});
