import * as fc from "fast-check";
import { expect, test } from "vitest";
import { HOUR_MS, MINUTE_MS } from "../lib/index.ts";
import {
  newLife,
  settle,
  withMaintenance,
  withMatches,
  withoutMatches,
  withParent,
  type AlertLife,
  type LifeEvent,
  type LifeRule,
} from "./life.ts";

const RULES: LifeRule[] = [
  { id: 1, side: 0, repeat_ms: 4 * HOUR_MS, steps: [15 * MINUTE_MS, HOUR_MS] },
  { id: 2, side: 7, repeat_ms: null, steps: [] },
];
const START = Date.parse("2026-03-01T12:00:00.000Z");

type Sent = LifeEvent & { at: number; alert: number };

/** A subject over time: its alerts, one after the other, and what its rules notified of. */
function watched() {
  let now = START;
  let life: AlertLife | null = null;
  let before: AlertLife | null = null;
  let alert = 0;
  let due: number | null = null;
  let maintenance: string | null = null;
  let parent: string | null = null;
  const sent: Sent[] = [];
  const past: AlertLife[] = [];

  function decide(): void {
    if (life === null) return;
    const settled = settle(life, { rules: RULES, before, now });
    sent.push(...settled.events.map((event) => ({ ...event, at: now, alert })));
    ({ life, due } = settled);
    before = life;
    if (life.ended === null) return;
    past.push(life);
    life = null;
    before = null;
  }

  function change(next: (life: AlertLife) => AlertLife): void {
    if (life === null) return;
    life = next(life);
    decide();
  }

  return {
    sent,
    past,
    life: () => life,
    now: () => now,
    /** Time passes; what is due is decided on the way. */
    wait(ms: number): void {
      const end = now + ms;
      while (life !== null && due !== null && due <= end) {
        now = Math.max(now, due);
        decide();
      }
      now = end;
      decide();
    },
    hold(rules: readonly number[], level = 1): void {
      if (life === null) {
        alert += 1;
        const begun = newLife({ severity: "warning", level }, past.at(-1)?.changes ?? [], now);
        life = { ...begun, maintenance, parent };
        before = null;
      }
      life = withMatches({ ...life, level }, rules, now);
      decide();
    },
    clear: (rules: readonly number[]) => change((one) => withoutMatches(one, rules, now)),
    maintain(text: string | null): void {
      maintenance = text;
      change((one) => withMaintenance(one, text, now));
    },
    group(text: string | null): void {
      parent = text;
      change((one) => withParent(one, text, now));
    },
    mute: (side: number, ms: number) =>
      change((one) => ({
        ...one,
        mutes: [
          ...one.mutes.filter((mute) => mute.side !== side),
          { side, until: now + ms, level: one.level, severity: one.severity, text: "Muted" },
        ],
      })),
    acknowledge: (side: number) => change((one) => ({ ...one, acknowledged: [...one.acknowledged, side] })),
    /** All that is kept of an alert is what is stored. */
    restart(): void {
      const copy = (one: AlertLife | null): AlertLife | null => (one === null ? null : JSON.parse(JSON.stringify(one)));
      life = copy(life);
      before = copy(before);
      decide();
    },
  };
}

type Watched = ReturnType<typeof watched>;
const act: fc.Arbitrary<(one: Watched) => void> = fc.oneof(
  fc.integer({ min: 1, max: 90 }).map((minutes) => (one: Watched) => one.wait(minutes * MINUTE_MS)),
  fc.subarray([1, 2], { minLength: 1 }).map((rules) => (one: Watched) => one.hold(rules)),
  fc.integer({ min: 1, max: 4 }).map((level) => (one: Watched) => one.hold([1], level)),
  fc.subarray([1, 2], { minLength: 1 }).map((rules) => (one: Watched) => one.clear(rules)),
  fc.constantFrom("In maintenance", null).map((text) => (one: Watched) => one.maintain(text)),
  fc.constantFrom("Grouped into Site outage: Reno", null).map((text) => (one: Watched) => one.group(text)),
  fc
    .constantFrom(0, 7)
    .chain((side) =>
      fc.integer({ min: 1, max: 300 }).map((minutes) => (one: Watched) => one.mute(side, minutes * MINUTE_MS)),
    ),
  fc.constantFrom(0, 7).map((side) => (one: Watched) => one.acknowledge(side)),
  fc.constant((one: Watched) => one.restart()),
);

/** Those of a rule that somebody receives. */
function received(sent: readonly Sent[], rule: number): Sent[] {
  return sent.filter((event) => event.rule === rule && event.held === undefined);
}

test("in 5,000 random sequences with clocks, maintenance, mutes, restarts and flapping, no start and no end is lost or sent twice", () => {
  const checkNow = (one: Watched, sentBefore: number) => {
    const life = one.life();
    for (const event of one.sent.slice(sentBefore)) {
      if (event.held !== undefined || event.type === "ended" || life === null) continue;
      // Nobody is notified of anything else in maintenance, as part of another alert, or while their side has muted it.
      expect(life.maintenance ?? life.parent).toBeNull();
      const side = RULES.find(({ id }) => id === event.rule)?.side;
      expect(life.mutes.filter((mute) => mute.side === side)).toEqual([]);
    }
  };
  fc.assert(
    fc.property(fc.array(act, { minLength: 1, maxLength: 40 }), (acts) => {
      const one = watched();
      for (const next of acts) {
        const before = one.sent.length;
        next(one);
        checkNow(one, before);
      }
      const matching =
        one
          .life()
          ?.matches.filter(({ ended }) => ended === null)
          .map(({ rule }) => rule) ?? [];
      // Once nothing holds it back, everyone whose rule matches is notified.
      one.maintain(null);
      one.group(null);
      one.wait(24 * HOUR_MS);
      for (const rule of matching) {
        const last = received(one.sent, rule).findLast(({ type }) => type === "started" || type === "flapping");
        expect(last?.alert).toBe(one.past.length + 1);
      }
      one.clear([1, 2]);
      one.wait(2 * HOUR_MS);
      expect(one.life()).toBeNull();
      for (const { id } of RULES) {
        for (const events of Map.groupBy(received(one.sent, id), ({ alert }) => alert).values()) {
          const types = events.map(({ type }) => type);
          // The first that is received says that it began, the last one that it ended, each once.
          expect(["started", "flapping"]).toContain(types[0]);
          expect(types.at(-1)).toBe("ended");
          expect(types.filter((type) => type === "ended")).toHaveLength(1);
          expect(types.filter((type) => type === "started").length).toBeLessThanOrEqual(1);
          expect(types.filter((type) => type === "flapping").length).toBeLessThanOrEqual(1);
          const steps = events.flatMap(({ step }) => step ?? []);
          expect(steps).toEqual([...new Set(steps)].toSorted((a, b) => a - b));
        }
      }
    }),
    { numRuns: 5_000 },
  );
});

test("nobody is notified of the end of an alert that nobody was notified of", () => {
  const one = watched();
  one.hold([1]);
  one.maintain("In maintenance until 16:00 (Ana Ruiz)");
  one.clear([1]);
  one.hold([1]);
  one.clear([1]);
  expect(one.sent.map(({ type, held }) => [type, held])).toEqual([
    ["started", undefined],
    ["ended", undefined],
    ["started", "In maintenance until 16:00 (Ana Ruiz)"],
  ]);
});

test("the fifth change within an hour is reported as flapping, and nothing more until it was calm for an hour", () => {
  const one = watched();
  for (let round = 0; round < 6; round += 1) {
    one.hold([1]);
    one.wait(5 * MINUTE_MS);
    one.clear([1]);
    one.wait(5 * MINUTE_MS);
  }
  expect(received(one.sent, 1).map(({ type }) => type)).toEqual(["started", "ended", "started", "ended", "flapping"]);
  one.wait(54 * MINUTE_MS);
  expect(one.life()).not.toBeNull();
  one.wait(MINUTE_MS);
  expect(one.life()).toBeNull();
  expect(received(one.sent, 1).at(-1)?.type).toBe("ended");
});

test("what is still wrong five minutes after maintenance is reported again, and at once if it gets worse while muted", () => {
  const one = watched();
  one.hold([1]);
  one.wait(MINUTE_MS);
  one.maintain("In maintenance until 16:00 (Ana Ruiz)");
  one.wait(5 * HOUR_MS);
  one.maintain(null);
  one.wait(4 * MINUTE_MS);
  expect(one.sent.map(({ type }) => type)).toEqual(["started"]);
  one.wait(MINUTE_MS);
  expect(one.sent.map(({ type }) => type).slice(0, 2)).toEqual(["started", "repeated"]);
  one.acknowledge(0);
  one.mute(0, 8 * HOUR_MS);
  one.hold([1], 2);
  expect(one.sent.at(-1)?.type).toBe("changed");
  expect(one.life()?.mutes).toEqual([]);
});

test("steps of the escalation and repetitions are due until someone on that side acknowledges the alert", () => {
  const one = watched();
  one.hold([1, 2]);
  one.wait(15 * MINUTE_MS);
  one.wait(45 * MINUTE_MS);
  one.wait(3 * HOUR_MS);
  expect(received(one.sent, 1).map(({ type, step }) => [type, step])).toEqual([
    ["started", undefined],
    ["escalated", 0],
    ["escalated", 1],
    ["repeated", undefined],
  ]);
  one.acknowledge(0);
  one.wait(24 * HOUR_MS);
  expect(received(one.sent, 1)).toHaveLength(4);
  expect(received(one.sent, 2).map(({ type }) => type)).toEqual(["started"]);
});
