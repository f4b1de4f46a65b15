import { expect, onTestFinished, test, vi } from "vitest";
import { snapshotSummary } from "../../../test/board-facts.ts";
import { birthOf, envelope, teleOf } from "../../../test/stations.ts";
import { orderIn, pausedStations, queueTelemetry, withOwnBytes, type Queued } from "./telemetry-queue.ts";

const at = 1_000_000;

function received(station: string, message: object): Queued {
  const payload = Buffer.from(JSON.stringify(message));
  return { station, kind: "received", received: { station, topic: "tele", payload, receivedAt: at } };
}

const snapshot = (seq: number, station = "gc-a", boot = 1) => received(station, teleOf(envelope(boot, seq), {}));

function seqsIn(batch: readonly Queued[]): unknown[] {
  return batch.map((queued) => {
    if (queued.kind === "parsed") return queued.change.kind;
    const { seq }: { seq: number } = JSON.parse(Buffer.from(queued.received.payload).toString());
    return seq;
  });
}

function lost(station = "gc-a"): Queued {
  return { station, kind: "parsed", bytes: 0, change: { kind: "lost", at } };
}

function birth(seq: number): Queued {
  const { id, data } = birthOf(envelope(1, seq));
  const reading = {
    text: Buffer.from("{}"),
    summary: snapshotSummary({}),
    batteries: null,
    swaps_performed: null,
    door: "open",
    pad: "empty",
  } as const;
  const change = { kind: "snapshot", at, boot: 1, seq, skewMs: 0, reading } as const;
  return { station: "gc-a", kind: "parsed", bytes: 0, change, birth: { id, data: { ...data, station_type: "atlas" } } };
}

test("a snapshot is overtaken by the next one of its boot, without being parsed", () => {
  const queue = queueTelemetry(() => false);
  for (const seq of [1, 2, 3]) queue.add(snapshot(seq));
  expect(seqsIn(queue.take())).toEqual([3]);
});

test.each([
  { what: "an older one", queued: [snapshot(2), snapshot(1)], taken: [2, 1] },
  { what: "one of another boot", queued: [snapshot(1), snapshot(2, "gc-a", 2)], taken: [1, 2] },
  { what: "the end of a connection", queued: [snapshot(1), lost(), snapshot(2)], taken: [1, "lost", 2] },
  { what: "a birth", queued: [birth(1), snapshot(2), snapshot(3)], taken: ["snapshot", 3] },
])("snapshots and $what stay in the order in which they arrived", ({ queued, taken }) => {
  const queue = queueTelemetry(() => false);
  for (const one of queued) queue.add(one);
  expect(seqsIn(queue.take())).toEqual(taken);
});

test("a historical snapshot is not overtaken and overtakes nothing", () => {
  const queue = queueTelemetry(() => false);
  const current = teleOf(envelope(1, 2), {});
  queue.add(snapshot(1));
  queue.add(received("gc-a", { ...current, data: { ...current.data, historical: true } }));
  queue.add(snapshot(3));
  expect(seqsIn(queue.take())).toEqual([1, 2, 3]);
});

test("an invalid snapshot hides no valid one of a station whose last one was invalid", () => {
  const queue = queueTelemetry((station) => station === "gc-b");
  for (const station of ["gc-a", "gc-b"]) for (const seq of [1, 2]) queue.add(snapshot(seq, station));
  expect(seqsIn(queue.take())).toEqual([2, 1, 2]);
});

test("a snapshot that could not be written is overtaken by one that arrived meanwhile", () => {
  const queue = queueTelemetry(() => false);
  queue.add(snapshot(1));
  const batch = queue.take();
  queue.add(snapshot(2));
  queue.putBack(batch);
  expect(seqsIn(queue.take())).toEqual([2]);
});

test("the memory of a queue is bounded however much a fleet sends, and every station has its turn", () => {
  const queue = queueTelemetry(() => false);
  const stations = Array.from({ length: 5_000 }, (_, number) => `gc-${number}`);
  for (let seq = 1; seq <= 20; seq++) for (const station of stations) queue.add(snapshot(seq, station));
  const taken: string[] = [];
  while (!queue.isEmpty()) taken.push(...queue.take().map(({ station }) => station));
  // One snapshot of each, which is the last.
  expect(taken).toEqual(stations);
});

test("a queue with 64 MB is full, and one station's with 2 MB", () => {
  const queue = queueTelemetry(() => false);
  const large = (station: string): Queued => {
    const change = { kind: "lost", at } as const;
    return { station, kind: "parsed", bytes: 100_000, change };
  };
  for (let number = 0; number < 21; number++) queue.add(large("gc-a"));
  expect([queue.roomFor("gc-a"), queue.roomFor("gc-b")]).toEqual(["station_full", "free"]);
  for (let number = 0; number < 651; number++) queue.add(large(`gc-${number}`));
  expect(queue.roomFor("gc-b")).toBe("full");
});

test("a message that waits does not keep others in memory that were read with it", () => {
  const read = new Uint8Array(10_000).fill(7);
  const message = { station: "gc-a", topic: "tele", receivedAt: at } as const;
  const { payload } = withOwnBytes({ ...message, payload: Buffer.from(read.buffer, 3_000, 3_000) });
  expect([payload.buffer.byteLength, payload.length, payload[0]]).toEqual([3_000, 3_000, 7]);
});

test("a paused station is read again when its snapshot is taken, or after five seconds", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const paused = pausedStations();
  const released: string[] = [];
  const pause = (station: string) => void paused.pause(station).then(() => released.push(station));
  pause("gc-a");
  pause("gc-b");
  expect(paused.pause("gc-a")).toBe(paused.pause("gc-a"));
  await vi.advanceTimersByTimeAsync(3_000);
  pause("gc-c");
  paused.release(["gc-a"]);
  await vi.advanceTimersByTimeAsync(1_999);
  expect(released).toEqual(["gc-a"]);
  await vi.advanceTimersByTimeAsync(1);
  expect(released).toEqual(["gc-a", "gc-b"]);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(released).toEqual(["gc-a", "gc-b", "gc-c"]);
});

const order = (message: unknown) =>
  orderIn(Buffer.from(typeof message === "string" ? message : JSON.stringify(message)));
const current = teleOf(envelope(3, 17), { door: "open" });
const { v, id, boot, seq, ts, data } = current;

test("the order of a snapshot is read from how its message begins", () => {
  expect(order(current)).toEqual({ boot: 3, seq: 17 });
  expect(order({ ...current, ts: -1e300 })).toEqual({ boot: 3, seq: 17 });
});

test.each([
  { what: "is historical", message: { ...current, data: { ...data, historical: true } } },
  { what: "may be historical", message: JSON.stringify(current).replace('"door"', String.raw`"\u0064oor"`) },
  { what: "has its fields in another order", message: { v, id, seq, boot, ts, data } },
  { what: "has spaces", message: JSON.stringify(current, null, 1) },
  { what: "has an id with a quotation mark", message: { ...current, id: 'a","boot":9,"seq":9' } },
  { what: "has no snapshot", message: { v, id, boot, seq, ts, data: {} } },
  { what: "is longer than is allowed", message: JSON.stringify(current) + " ".repeat(140_000) },
  { what: "is not JSON", message: "noise" },
])("a message that $what has no order before it is parsed", ({ message }) => {
  expect(order(message)).toBeNull();
});
