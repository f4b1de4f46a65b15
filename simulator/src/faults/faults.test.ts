import { expect, test } from "vitest";
import { fakeClock } from "../../test/fake-clock.ts";
import { fleetStation, MONDAY } from "../../test/fleet-station.ts";
import type { Connection } from "../connection.ts";
import { readFaults } from "./schedule.ts";
import { skewed } from "./transport.ts";
import { startFaults } from "./station-faults.ts";

function planned(...faults: object[]) {
  return readFaults(JSON.stringify({ v: 1, faults }), "the schedule");
}

/** A station with a fault schedule, and a connection that records what reaches it. */
function startStation(schedule: object[], station = fleetStation()) {
  const clock = fakeClock(MONDAY);
  const done: string[] = [];
  const actions = {
    reportError: () => void done.push("error"),
    drop: () => void done.push("drop"),
    reset: () => void done.push("reset"),
  };
  const faults = startFaults({ station, planned: planned(...schedule), clock, connectInTurn: () => () => {}, actions });
  const arrived: string[] = [];
  const record = (_topic: string, payload: string) => arrived.push(payload) > 0;
  const connection: Connection = { publish: record, publishPipelined: record, cut: () => {}, leave: async () => {} };
  return { clock, done, arrived, ...faults, connection: faults.onLink.transport.wrap(connection) };
}

test.each([
  { text: "{", says: "not a valid fault schedule" },
  { text: '{"v":1,"faults":[{"fault":"flood"}]}', says: "faults.0.fault" },
  { text: '{"v":1,"faults":[{"fault":"drop","share":2}]}', says: "faults.0.share" },
  { text: '{"v":1,"faults":[{"fault":"skew","ms":1,"stations":[]}]}', says: "faults.0.stations" },
])("a schedule like $text is rejected with an error that names the invalid field", ({ text, says }) => {
  expect(() => readFaults(text, "faults.json")).toThrow(says);
});

test("a fault begins and ends as scheduled", () => {
  const it = startStation([{ fault: "truncated_images", at_s: 10, for_s: 5 }]);
  const seen = [9, 1, 4, 1].map((seconds) => {
    it.clock.advance(seconds * 1_000);
    return it.truncatesImages();
  });
  expect(seen).toEqual([false, true, true, false]);
});

test("a fault affects the stations it names, or a share of the fleet", () => {
  const ofShare = { fault: "skew", ms: 5, stations: 0.3 };
  const skews = Array.from({ length: 200 }, (_, seed) => {
    const it = startStation([ofShare], fleetStation({ seed }));
    it.clock.advance(1);
    return it.onLink.skewMs();
  });
  const hit = skews.filter((skew) => skew === 5).length;
  expect(hit).toBeGreaterThan(30);
  expect(hit).toBeLessThan(90);
  const other = startStation([{ ...ofShare, stations: ["gc-other"] }]);
  other.clock.advance(1);
  expect(other.onLink.skewMs()).toBe(0);
});

test.each([
  { fault: { fault: "drop", share: 1 }, says: [] },
  { fault: { fault: "duplicate", times: 2 }, says: ["a", "a", "a", "b", "b", "b"] },
  { fault: { fault: "delay", ms: 1_000 }, says: ["a", "b"] },
])("messages sent under $fault arrive as $says", ({ fault, says }) => {
  const it = startStation([fault]);
  it.clock.advance(1);
  expect(it.connection.publish("tele", "a")).toBe(true);
  expect(it.connection.publishPipelined("event", "b")).toBe(true);
  it.clock.advance(1_000);
  expect(it.arrived).toEqual(says);
});

test("reordered messages, births and answers included, each arrive once", () => {
  const it = startStation([{ fault: "reorder", within_ms: 1_000 }]);
  it.clock.advance(1);
  const payloads = Array.from({ length: 30 }, (_, index) => String(index));
  it.connection.publish("birth", "0");
  for (const payload of payloads.slice(1)) it.connection.publishPipelined("cmd_ack", payload);
  expect(it.arrived).toEqual([]);
  it.clock.advance(1_000);
  expect(it.arrived).not.toEqual(payloads);
  expect(it.arrived.toSorted((a, b) => Number(a) - Number(b))).toEqual(payloads);
});

test("storms repeat while they last, reconnect without waiting for their turn, and end when the faults are stopped", () => {
  const it = startStation([
    { fault: "error_storm", per_s: 3, for_s: 2 },
    { fault: "reconnect_storm", every_s: 0.5, at_s: 10 },
    { fault: "counter_reset", at_s: 20 },
  ]);
  it.clock.advance(3_000);
  expect(it.done).toEqual(Array.from({ length: 6 }, () => "error"));
  it.onLink.connectInTurn(() => it.done.push("out of turn"));
  it.clock.advance(8_000);
  expect(it.done.filter((each) => each === "drop")).toHaveLength(3);
  it.onLink.connectInTurn(() => it.done.push("connect"));
  expect(it.done.at(-1)).toBe("connect");
  expect(it.done).not.toContain("out of turn");
  it.stop();
  const before = [...it.done];
  it.clock.advance(20_000);
  expect(it.done).toEqual(before);
});

test("a wrong clock changes every time in a message, and nothing else", () => {
  expect(skewed({ occurred: 1_000, kind: "swap" }, 500)).toEqual({ occurred: 1_500, kind: "swap" });
  expect(skewed({ snapshot: { time: 7, status: {} }, historical: true }, 2_000)).toEqual({
    snapshot: { time: 9, status: {} },
    historical: true,
  });
  expect(skewed({ done: 1 }, 500)).toEqual({ done: 1 });
});
