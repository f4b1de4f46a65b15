import * as fc from "fast-check";
import { expect, test } from "vitest";
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
  door: "unknown",
  pad: "unknown",
  recorded: null,
};

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({
    kind: fc.constant("snapshot" as const),
    at: fc.integer({ min: at, max: at + 1_000_000 }),
    boot: fc.nat(4),
    seq: fc.nat(20),
    skewMs: fc.integer(),
    reading: fc.record({
      text: fc.constant(Buffer.from("{}")),
      summary: fc.constant("{}"),
      batteries: fc.constant(null),
      swaps_performed: fc.option(fc.nat(1_000)),
      door: fc.constantFrom("open", "closed", "unknown"),
      pad: fc.constantFrom("occupied", "empty", "unknown"),
    }),
  }),
  fc.record({ kind: fc.constant("message" as const), at: fc.integer({ min: at, max: at + 1_000_000 }) }),
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
  const reading = { text: Buffer.from("{}"), summary: "{}", batteries: null, ...status };
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
