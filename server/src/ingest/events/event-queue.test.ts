import { DAY_MS, SECOND_MS } from "@groundcrew/shared/lib";
import type { StationEvent } from "@groundcrew/shared/link";
import { expect, test } from "vitest";
import { failure, swap } from "../../../test/event-rig.ts";
import { envelope, eventOf } from "../../../test/stations.ts";
import { eventBudgets, type EventLimits } from "./budget.ts";
import { readEvent } from "./received-event.ts";
import { queueEvents } from "./event-queue.ts";

const UNLIMITED: EventLimits = { perSecond: 1_000_000, errorsPerDay: 1_000_000 };
let now = 1_000_000;

const queueWith = (limits: EventLimits) => queueEvents(eventBudgets(limits, () => now));

function received(station: string, stationEvent: StationEvent) {
  const payload = Buffer.from(JSON.stringify(eventOf(envelope(1, 1, now), stationEvent)));
  return readEvent({ station, topic: "event", payload, receivedAt: now }, () => {});
}

const invalidEvent = (station: string) =>
  readEvent({ station, topic: "event", payload: Buffer.from("{}"), receivedAt: 1_000 }, () => {});

test("batches are halved after a failure, down to one event, and grow after a success", () => {
  const queue = queueWith(UNLIMITED);
  for (let number = 0; number < 1_000; number++) queue.add(invalidEvent(`gc-${number}`));
  const sizes: number[] = [];
  for (let turn = 0; turn < 12; turn++) {
    const taken = queue.take();
    sizes.push(taken.length);
    queue.putBack(taken);
    queue.shrink(taken);
  }
  expect(sizes).toEqual([500, 250, 125, 62, 31, 15, 7, 3, 1, 1, 1, 1]);
  const later: string[][] = [];
  while (!queue.isEmpty()) later.push(queue.take().map(({ station }) => station));
  expect(later.map(({ length }) => length)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 489]);
  expect(later.flat()).toEqual(Array.from({ length: 1_000 }, (_, number) => `gc-${number}`));
});

test("stations take turns: one with many events does not delay the others, and keeps its own order", () => {
  const queue = queueWith(UNLIMITED);
  for (let number = 0; number < 150; number++) queue.add(received("gc-loud", swap(`loud-${number}`, now)));
  for (let number = 0; number < 3; number++) {
    for (const station of ["gc-a", "gc-b"]) queue.add(received(station, swap(`${station}-${number}`, now)));
  }
  const ids = queue.take().map((one) => (one.kind === "event" ? one.event.stationEvent.event_id : ""));
  expect(ids.slice(0, 9)).toEqual([0, 1, 2].flatMap((n) => [`loud-${n}`, `gc-a-${n}`, `gc-b-${n}`]));
  expect(ids.filter((id) => id.startsWith("loud"))).toEqual(Array.from({ length: 100 }, (_, n) => `loud-${n}`));
  expect(queue.take().map(({ station }) => station)).toEqual(Array.from({ length: 50 }, () => "gc-loud"));
});

test("an event that is sent again while it waits is not queued twice", () => {
  const queue = queueWith(UNLIMITED);
  for (let turn = 0; turn < 3; turn++) {
    for (let number = 0; number < 100; number++) queue.add(received("gc-a", swap(`s${number}`, now)));
  }
  expect(queue.roomFor("gc-a")).toBe("free");
  expect(queue.take()).toHaveLength(100);
  expect(queue.isEmpty()).toBe(true);
});

test("a station with 200 waiting events cannot queue more, and others can", () => {
  const queue = queueWith(UNLIMITED);
  for (let number = 0; number < 200; number++) queue.add(received("gc-loud", swap(`s${number}`, now)));
  expect(queue.roomFor("gc-loud")).toBe("station_full");
  expect(queue.roomFor("gc-a")).toBe("free");
});

test("a station that was limited briefly is reported once, even if all its events have been stored since", () => {
  const queue = queueWith({ perSecond: 1, errorsPerDay: 1_000 });
  for (let number = 0; number < 4_000; number++) {
    if (queue.roomFor("gc-loud") === "free") queue.add(received("gc-loud", failure(`loud-${number}`, now)));
  }
  for (let number = 0; number < 201; number++) queue.add(received("gc-brief", swap(`s${number}`, now)));
  queue.add(received("gc-other", swap("other", now)));
  while (queue.take().length > 0);
  now += SECOND_MS;
  expect(queue.take()).toHaveLength(1);
  expect(queue.isEmpty()).toBe(true);
  const limited = queue.takeHeldBack().toSorted((a, b) => a.station.localeCompare(b.station));
  expect(limited).toEqual(["gc-brief", "gc-loud"].map((station) => ({ station, by: "events_per_minute" })));
  expect(queue.takeHeldBack()).toEqual([]);
});

test("events that exceed their station's budget wait and are stored at its rate", () => {
  const queue = queueWith({ perSecond: 1, errorsPerDay: 1_000 });
  let stored = 0;
  let number = 0;
  function storeAll(): number {
    const before = stored;
    for (let turn = 0; turn < 10; turn++) {
      while (queue.roomFor("gc-loud") === "free") queue.add(received("gc-loud", swap(`s${number++}`, now)));
      stored += queue.take().length;
    }
    return stored - before;
  }
  expect(storeAll()).toBe(200);
  expect(queue.takeHeldBack()).toEqual([{ station: "gc-loud", by: "events_per_minute" }]);
  expect(queue.waitMs()).toBe(SECOND_MS);
  queue.add(received("gc-a", swap("other", now)));
  expect(queue.waitMs()).toBe(0);
  expect(queue.take().map(({ station }) => station)).toEqual(["gc-a"]);
  now += 30 * SECOND_MS;
  expect(storeAll()).toBe(30);
});

test("a station has a daily budget of errors, and errors that could not be stored do not count", () => {
  const queue = queueWith({ perSecond: 100_000, errorsPerDay: 150 });
  for (let number = 0; number < 200; number++) queue.add(received("gc-a", failure(`e${number}`, now)));
  const failed = queue.take();
  queue.putBack(failed);
  queue.shrink(failed);
  const taken = [queue.take().length, queue.take().length, queue.take().length];
  expect(taken).toEqual([50, 100, 0]);
  expect(queue.takeHeldBack()).toEqual([{ station: "gc-a", by: "errors_per_day" }]);
  now += DAY_MS / 2;
  expect(queue.take()).toHaveLength(50);
  expect(queue.isEmpty()).toBe(true);
});
