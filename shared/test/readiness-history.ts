import * as fc from "fast-check";
import { storedCause } from "../src/readiness/index.ts";
import type { ReadinessChange, ReadinessReason, ReadinessState, TimeSpan } from "../src/readiness/index.ts";

/** A reason in history, which began when history did. */
export function historyReason(code: ReadinessReason["code"], args: ReadinessReason["args"] = {}): ReadinessReason {
  return { code, effect: "block", since: "2026-10-01T00:00:00.000Z", args };
}

/** A change of a station that is connected and not in maintenance, with the reason that its state usually has. */
export function historyChange(
  at: number,
  state: ReadinessState | null,
  more: Partial<ReadinessChange> = {},
): ReadinessChange {
  const usual = state === "ready" || state === null ? [] : [historyReason(state === "unknown" ? "offline" : "latch")];
  const { reasons = usual } = more;
  const cause = reasons[0] === undefined ? null : storedCause(reasons[0], "atlas");
  return { station: "gc-000000000001", at, org_id: 1, state, cause, reasons, maintenance: false, link: true, ...more };
}

type Limits = { from: number; until: number; stepMs: number };

/** Any history of a station in a range, at multiples of `stepMs`, with changes before it. */
export function anyHistory({ from, until, stepMs }: Limits) {
  const time = (earliest: number) =>
    fc.integer({ min: 0, max: Math.floor((until - earliest) / stepMs) }).map((step) => earliest + step * stepMs);
  const before = from - (until - from) / 4;
  const reasons = fc
    .constantFrom("offline", "never", "latch", "no_battery")
    .map((code) => [historyReason(code, { charged: 0 })]);
  const more = fc.record({
    org_id: fc.constantFrom(1, 1, 1, 2),
    reasons: fc.oneof(fc.constant([]), reasons),
    maintenance: fc.constantFrom(false, false, false, true),
    link: fc.boolean(),
  });
  const state = fc.constantFrom("ready", "ready", "limited", "not_ready", "unknown", null);
  const change = fc.tuple(time(before), state, more).map(([at, becomes, parts]) => historyChange(at, becomes, parts));
  const evaluated: fc.Arbitrary<TimeSpan> = fc
    .tuple(time(before), time(before))
    .map(([a, b]) => ({ from: Math.min(a, b), until: Math.max(a, b) }));
  return fc.record({
    changes: fc.uniqueArray(change, { selector: ({ at }) => at, maxLength: 14 }),
    evaluated: fc.array(evaluated, { minLength: 1, maxLength: 5 }),
  });
}
