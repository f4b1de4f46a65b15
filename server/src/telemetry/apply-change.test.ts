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
  linked: false,
  last_active: null,
  last_swapped: null,
  last_online: null,
  last_telemetry: null,
  clock_skew_ms: null,
  swaps_performed: 0,
  swaps_reported: null,
  swaps_by_events: false,
  door: "unknown",
  pad: "unknown",
  recorded: null,
};

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({
    kind: fc.constant("spoke" as const),
    at: fc.integer({ min: at, max: at + 1_000_000 }),
    boot: fc.nat(4),
    seq: fc.nat(20),
    skewMs: fc.integer(),
    reading: fc.record({
      text: fc.constant("{}"),
      summary: fc.constant("{}"),
      swaps_performed: fc.option(fc.nat(1_000)),
      door: fc.constantFrom("open", "closed", "unknown"),
      pad: fc.constantFrom("occupied", "empty", "unknown"),
    }),
  }),
  fc.record({ kind: fc.constant("heard" as const), at: fc.integer({ min: at, max: at + 1_000_000 }) }),
  fc.record({ kind: fc.constant("died" as const), at: fc.constant(at), boot: fc.nat(4) }),
  fc.record({ kind: fc.constant("lost" as const), at: fc.constant(at) }),
  fc.record({
    kind: fc.constant("silent" as const),
    at: fc.constant(at),
    since: fc.integer({ min: at, max: at + 500_000 }),
  }),
);

/** Times and counts of a state, as numbers that may only grow. */
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

test("whatever happens to a station, in whatever order, times and totals never go back", () => {
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

test("it makes no difference how what happened is cut into batches", () => {
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
