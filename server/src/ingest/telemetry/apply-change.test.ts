import * as fc from "fast-check";
import { expect, test } from "vitest";
import { snapshotSummary } from "../../../test/board-facts.ts";
import { applyChange } from "./apply-change.ts";
import type { Change } from "./change.ts";
import { decide } from "./decide.ts";
import type { StationState } from "./state.ts";

const at = Date.parse("2026-03-01T12:00:00.000Z");

const nothing: StationState = {
  station_name: "gc-1",
  version: 0,
  boot: 0,
  seq: 0,
  born_seq: 0,
  epoch: 0,
  linked: false,
  last_active: null,
  last_swapped: null,
  last_online: null,
  last_telemetry: null,
  clock_skew_ms: null,
  swaps_performed: 0,
  swaps_reported: null,
  swaps_by_events: false,
  swaps_by_counter: null,
  batteries: null,
  invalid_messages: null,
  door: "unknown",
  pad: "unknown",
  recorded: null,
};

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({
    kind: fc.constant("snapshot" as const),
    at: fc.integer({ min: at, max: at + 300_000 }),
    boot: fc.nat(4),
    seq: fc.nat(20),
    skewMs: fc.integer(),
    reading: fc.record({
      text: fc.constant(Buffer.from("{}")),
      summary: fc.constant(snapshotSummary({})),
      batteries: fc.constant(null),
      swaps_performed: fc.option(fc.nat(1_000)),
      door: fc.constantFrom("open", "closed", "unknown"),
      pad: fc.constantFrom("occupied", "empty", "unknown"),
    }),
  }),
  fc.record({ kind: fc.constant("message" as const), at: fc.integer({ min: at, max: at + 300_000 }) }),
  fc.record({
    kind: fc.constant("invalid" as const),
    at: fc.integer({ min: at, max: at + 300_000 }),
    topic: fc.constantFrom("birth" as const, "tele" as const),
    detail: fc.constantFrom("one", "another"),
  }),
  fc.record({ kind: fc.constant("died" as const), at: fc.constant(at), boot: fc.nat(4), seq: fc.option(fc.nat(20)) }),
  fc.record({ kind: fc.constant("lost" as const), at: fc.constant(at) }),
  fc.record({
    kind: fc.constant("silent" as const),
    at: fc.constant(at),
    since: fc.integer({ min: at, max: at + 500_000 }),
  }),
);

/** Times and counts of a state, as numbers that never decrease. */
function growing({
  last_active,
  last_online,
  last_telemetry,
  last_swapped,
  swaps_performed,
  boot,
}: StationState): number[] {
  const times = [last_active, last_online, last_telemetry, last_swapped].map((time) =>
    Date.parse(time ?? "1970-01-01"),
  );
  return [...times, swaps_performed, boot];
}

// @spec 138.11
test("times and totals of a station never decrease, for any order of messages", () => {
  fc.assert(
    fc.property(fc.array(change), (changes) => {
      let state = nothing;
      for (const one of changes) {
        const next = applyChange(state, one);
        const before = growing(state);
        growing(next).forEach((value, index) => expect(value).toBeGreaterThanOrEqual(before[index] ?? 0));
        state = next;
      }
    }),
  );
});

test("the result does not depend on how messages are divided into batches", () => {
  fc.assert(
    fc.property(fc.array(change), fc.nat(40), (changes, cut) => {
      const items = changes.map((one) => ({ change: one }));
      const whole = decide(nothing, items).write?.state ?? nothing;
      const first = decide(nothing, items.slice(0, cut)).write?.state ?? nothing;
      const second = decide(first, items.slice(cut)).write?.state ?? first;
      const ignored = { version: 0, recorded: null };
      expect({ ...second, ...ignored }).toEqual({ ...whole, ...ignored });
    }),
  );
});

/** Successive connections, some in a new boot: the birth, the messages and the will. */
const connections = fc.array(fc.record({ isReboot: fc.boolean(), messages: fc.nat(3) }), {
  minLength: 2,
  maxLength: 6,
});

test("a connected station stays connected when wills of its earlier connections arrive, at any time and any number of times", () => {
  const status = { swaps_performed: null, door: "closed", pad: "empty" } as const;
  const reading = { text: Buffer.from("{}"), summary: snapshotSummary({}), batteries: null, ...status };
  fc.assert(
    fc.property(connections, fc.infiniteStream(fc.nat(99)), (all, random) => {
      let [boot, seq, state] = [1, 0, nothing];
      const wills: Change[] = [];
      for (const { isReboot, messages } of all) {
        if (isReboot) [boot, seq] = [boot + 1, 0];
        const will: Change = { kind: "died", at, boot, seq: seq + 1 };
        for (let index = 0; index <= messages; index++) {
          const counting = index === 0 ? { counting: { byEvents: false, unsent: 0 } } : {};
          state = applyChange(state, { kind: "snapshot", at, boot, seq: ++seq, skewMs: 0, reading, ...counting });
          const late = wills[(random.next().value ?? 0) % (wills.length + 1)];
          if (late) state = applyChange(state, late);
          expect(state.linked).toBe(true);
        }
        wills.push(will);
      }
      for (const will of wills.slice(0, -1)) expect(applyChange(state, will).linked).toBe(true);
      for (const will of wills.slice(-1)) expect(applyChange(state, will).linked).toBe(false);
      expect(applyChange(state, { kind: "died", at, boot, seq: null }).linked).toBe(false);
    }),
  );
});

const HOUR = 3_600_000;
const snapshotAt = (time: number, seq: number, boot = 1): Change => ({
  kind: "snapshot",
  at: time,
  boot,
  seq,
  skewMs: 0,
  reading: {
    text: Buffer.from("{}"),
    summary: snapshotSummary({}),
    batteries: null,
    swaps_performed: null,
    door: "open",
    pad: "empty",
  },
});
const iso = (time: number) => new Date(time).toISOString();
const timesOf = ({ last_active, last_online, last_telemetry }: StationState) => [
  last_active,
  last_online,
  last_telemetry,
];

test("times that were recorded while a server's clock was ahead end with the next message that the station sends", () => {
  const leaped = applyChange(applyChange(nothing, snapshotAt(at, 1)), snapshotAt(at + HOUR, 2));
  const swapped = { ...leaped, last_swapped: iso(at + HOUR) };
  const back = applyChange(swapped, snapshotAt(at + 20_000, 3));
  expect(timesOf(back)).toEqual([iso(at + 20_000), iso(at + 20_000), iso(at + 20_000)]);
  expect(back.last_swapped).toBe(iso(at + 20_000));
  // One that was sent before says nothing about them.
  expect(timesOf(applyChange(leaped, snapshotAt(at + 20_000, 1)))).toEqual(timesOf(leaped));
});

test("an invalid message counts as contact; the first one is recorded until a snapshot is valid", () => {
  const invalid = (time: number, detail: string): Change => ({ kind: "invalid", at: time, topic: "tele", detail });
  let state = applyChange(applyChange(nothing, snapshotAt(at, 1)), invalid(at + 20_000, "NaN"));
  state = applyChange(state, invalid(at + 40_000, "U+0000"));
  expect(timesOf(state)).toEqual([iso(at + 40_000), iso(at + 40_000), iso(at)]);
  expect(state).toMatchObject({ linked: true });
  const recorded = { since: iso(at + 20_000), topic: "tele", detail: "NaN" };
  expect(JSON.parse(state.invalid_messages ?? "null")).toEqual(recorded);
  // Neither a historical message nor an outdated snapshot shows that it is over.
  const others: Change[] = [{ kind: "message", at: at + 50_000 }, snapshotAt(at + 50_000, 1)];
  for (const other of others) expect(applyChange(state, other).invalid_messages).toBe(state.invalid_messages);
  expect(applyChange(state, snapshotAt(at + 60_000, 2)).invalid_messages).toBeNull();
});

test("a snapshot whose boot counter is too high is an invalid message", () => {
  const state = applyChange(applyChange(nothing, snapshotAt(at, 1)), snapshotAt(at + 20_000, 1, 2_000_000));
  expect(JSON.parse(state.invalid_messages ?? "null")).toMatchObject({
    topic: "tele",
    detail: "boot: It is more than 1000000 above 1, the highest one known.",
  });
});
