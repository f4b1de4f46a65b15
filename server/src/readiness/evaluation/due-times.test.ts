import * as fc from "fast-check";
import { expect, test } from "vitest";
import { DueTimes } from "./due-times.ts";

const step = fc.record({
  name: fc.constantFrom("a", "b", "c", "d"),
  at: fc.option(fc.integer({ min: 0, max: 30 })),
  take: fc.boolean(),
});

test("stations are taken when their last time has come, each once, whatever was set before", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const due = new DueTimes();
      const expected = new Map<string, number>();
      for (const [now, { name, at, take }] of steps.entries()) {
        due.set(name, at);
        if (at === null) expected.delete(name);
        else expected.set(name, at);
        const first = Math.min(...expected.values());
        expect(due.next() ?? Infinity).toBeLessThanOrEqual(first);
        if (!take) continue;
        const names = [...expected].filter(([, time]) => time <= now).map(([one]) => one);
        expect(due.take(now).toSorted()).toEqual(names.toSorted());
        for (const one of names) expected.delete(one);
      }
    }),
  );
});

test("nothing is due once the last station was taken", () => {
  const due = new DueTimes();
  due.set("a", 10);
  due.set("a", 20);
  expect([due.take(10), due.next(), due.take(20), due.next()]).toEqual([[], 20, ["a"], null]);
});
