import type { StationEvent } from "@groundcrew/shared/link";
import { DAY_MS } from "@groundcrew/shared/lib";
import { expect, test } from "vitest";
import { eventStore } from "./event-store.ts";

const swap = (event_id: string): StationEvent => ({ kind: "swap", event_id, occurred: null, facts: {} });
const resent: StationEvent = {
  kind: "resent",
  event_id: "done",
  occurred: null,
  facts: { request: "r1", events: 0, complete: true },
};

/** Events `1`, `2`, … acknowledged at these times. */
function acknowledgedAt(times: readonly number[], keepMs?: number) {
  const store = eventStore(0, keepMs);
  times.forEach((at, index) => {
    store.add(swap(String(index + 1)));
    store.acknowledge([String(index + 1)], at);
  });
  return store;
}

const ids = (store: ReturnType<typeof eventStore>) => store.events().map(({ event_id }) => event_id);

test("what was acknowledged after a time is sent again, in order and before what was not acknowledged", () => {
  const store = acknowledgedAt([100, 200, 300]);
  store.add(swap("4"));
  expect(store.asked({ id: "r1", after: 100 })).toEqual({ events: 2, complete: true });
  store.resend({ id: "r1", after: 100, resent });
  expect(ids(store)).toEqual(["2", "3", "done", "4"]);
  expect(store.kept().map(({ event }) => event.event_id)).toEqual(["1"]);
});

test("a request is carried out once, another one again", () => {
  const store = acknowledgedAt([100]);
  store.resend({ id: "r1", after: 0, resent });
  expect(store.asked({ id: "r1", after: 0 })).toBe(null);
  store.acknowledge(["1", "done"], 200);
  expect(store.asked({ id: "r2", after: 0 })).toEqual({ events: 1, complete: true });
});

test("events are kept for a time, and a request for older ones cannot be carried out completely", () => {
  const store = acknowledgedAt([DAY_MS, 2 * DAY_MS, 9 * DAY_MS], 7 * DAY_MS);
  expect(store.kept().map(({ acknowledged_at }) => acknowledged_at)).toEqual([2 * DAY_MS, 9 * DAY_MS]);
  expect(store.asked({ id: "r1", after: DAY_MS })).toEqual({ events: 2, complete: true });
  expect(store.asked({ id: "r1", after: DAY_MS - 1 })).toEqual({ events: 2, complete: false });
});

test("no more than 5,000 events and 2 MiB are kept", () => {
  const many = acknowledgedAt(Array.from({ length: 5_003 }, (_, index) => index));
  expect(many.kept()).toHaveLength(5_000);
  expect(many.asked({ id: "r1", after: 1 })).toEqual({ events: 5_000, complete: false });
  expect(many.asked({ id: "r1", after: 2 })).toEqual({ events: 5_000, complete: true });

  const large = eventStore(0);
  for (let at = 1; at <= 700; at++) {
    const facts = { error_message: "x".repeat(4_000) };
    large.add({ kind: "station_error", event_id: String(at), occurred: null, facts });
    large.acknowledge([String(at)], at);
  }
  expect(large.kept().length).toBeLessThan(525);
  expect(large.kept().length).toBeGreaterThan(500);
});

test("a station that began to keep events after the time of a request says that some may be missing", () => {
  expect(eventStore(500).asked({ id: "r1", after: 499 })).toEqual({ events: 0, complete: false });
  expect(eventStore(500).asked({ id: "r1", after: 500 })).toEqual({ events: 0, complete: true });
});
