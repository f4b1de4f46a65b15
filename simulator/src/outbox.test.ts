import { EVENTS_IN_FLIGHT, type StationEvent } from "@groundcrew/shared/link";
import { SECOND_MS } from "@groundcrew/shared/lib";
import { beforeEach, expect, test } from "vitest";
import { fakeClock } from "../test/fake-clock.ts";
import { createOutbox, type Outbox } from "./outbox.ts";
import { memoryStateStore } from "./state-file.ts";

let clock: ReturnType<typeof fakeClock>;
let sent: StationEvent[];
let outbox: Outbox;

beforeEach(() => {
  clock = fakeClock(0);
  sent = [];
  outbox = createOutbox({ outboxStore: memoryStateStore().outboxStore("gc-a"), clock });
});

const send = (event: StationEvent) => sent.push(event) > 0;

function addSwaps(times = 1): void {
  for (let occurred = 1; occurred <= times; occurred++) outbox.add({ kind: "swap", occurred, facts: {} });
}

function acknowledge(events: readonly StationEvent[]): void {
  outbox.handleAck(JSON.stringify({ v: 1, ids: events.map(({ event_id }) => event_id), refused: [] }));
}

test("events without a link are sent in order once there is one", () => {
  addSwaps(3);
  expect(sent).toEqual([]);
  outbox.open(send);
  expect(sent.map(({ occurred }) => occurred)).toEqual([1, 2, 3]);
});

test("events that were not acknowledged are sent again from the first on, with the same ids", () => {
  outbox.open(send);
  addSwaps(3);
  const ids = sent.map(({ event_id }) => event_id);
  acknowledge(sent.slice(0, 1));
  outbox.close();
  outbox.open(send);
  expect(sent.map(({ event_id }) => event_id)).toEqual([...ids, ...ids.slice(1)]);
});

test("without an acknowledgement it sends again, after twice the wait each time", () => {
  addSwaps();
  outbox.open(send);
  const countAfter = [10, 19, 1, 39, 1].map((seconds) => {
    clock.advance(seconds * SECOND_MS);
    return sent.length;
  });
  expect(countAfter).toEqual([2, 2, 3, 3, 4]);
});

test("no more events are in flight than the link allows", () => {
  addSwaps(EVENTS_IN_FLIGHT + 20);
  outbox.open(send);
  expect(sent).toHaveLength(EVENTS_IN_FLIGHT);
  acknowledge(sent.slice(5, 15));
  expect(sent).toHaveLength(EVENTS_IN_FLIGHT + 10);
  expect(new Set(sent).size).toBe(sent.length);
});

test("events that the link cannot send now are sent later, in order", () => {
  let room = 2;
  addSwaps(4);
  outbox.open((event) => room-- > 0 && send(event));
  expect(sent).toHaveLength(2);
  acknowledge(sent);
  room = 2;
  clock.advance(10 * SECOND_MS);
  expect(sent.map(({ occurred }) => occurred)).toEqual([1, 2, 3, 4]);
});

test("events that the server has lost are sent again, and that they are only when all of them are acknowledged", () => {
  outbox.open(send);
  addSwaps(3);
  acknowledge(sent);
  outbox.close();
  sent = [];
  outbox.resend({ id: "r1", after: -1 });
  addSwaps();
  outbox.open(send);
  expect(sent.map(({ kind }) => kind)).toEqual(["swap", "swap", "swap"]);
  acknowledge(sent);
  expect(sent.slice(3).map(({ kind, facts }) => [kind, facts])).toEqual([
    ["resent", { request: "r1", events: 3, complete: false }],
    ["swap", {}],
  ]);
});

test("acknowledged events are removed and not sent again", () => {
  outbox.open(send);
  addSwaps(5);
  expect(outbox.unsentSwaps()).toBe(5);
  acknowledge(sent);
  clock.advance(1_000 * SECOND_MS);
  expect(outbox.unsentSwaps()).toBe(0);
  expect(sent).toHaveLength(5);
});

test.each(["", "[]", '{"v":1}', '{"v":1,"ids":[],"refused":[]}', '{"v":1,"ids":["unknown"],"refused":[]}'])(
  "%j acknowledges nothing",
  (payload) => {
    outbox.open(send);
    addSwaps(2);
    outbox.handleAck(payload);
    expect(outbox.unsentSwaps()).toBe(2);
  },
);
