import { expect, test } from "vitest";
import { readEvent } from "./received-event.ts";
import { queueEvents } from "./waiting.ts";

const nothing = (station: string) =>
  readEvent({ station, topic: "event", payload: Buffer.from("{}"), receivedAt: 1_000 }, () => {});

test("what could not be stored is taken in halves, down to one event, and in whole batches again once it can", () => {
  const queue = queueEvents();
  for (let number = 0; number < 1_000; number++) queue.add(nothing(`gc-${number}`));
  const sizes: number[] = [];
  for (let turn = 0; turn < 12; turn++) {
    const taken = queue.take();
    sizes.push(taken.length);
    queue.putBack(taken);
  }
  expect(sizes).toEqual([500, 250, 125, 62, 31, 15, 7, 3, 1, 1, 1, 1]);
  const later: string[][] = [];
  while (!queue.isEmpty()) later.push(queue.take().map(({ station }) => station));
  expect(later.map(({ length }) => length)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 489]);
  expect(later.flat()).toEqual(Array.from({ length: 1_000 }, (_, number) => `gc-${number}`));
});
