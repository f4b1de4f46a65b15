import * as fc from "fast-check";
import { expect, test } from "vitest";
import { propertyRuns } from "../../test/property-runs.ts";
import { RULES, WatchedRules, type Happened } from "../../test/watched-rules.ts";
import { HOUR_MS, MINUTE_MS } from "../lib/index.ts";
import { isOn, SUPPRESSION_GRACE_MS, type LifeMatch } from "./index.ts";

/** At its full amount: npm run test:deep alert-promises. */
const RUNS = propertyRuns("PROMISE", 500);

const OUTAGE = { text: "Grouped into Site outage: Reno", sides: null };
const STAFF_ONLY = { text: "Grouped into Groundcrew is not receiving data", sides: [0] };

type Act = { text: string; of: string; run: (world: WatchedRules) => void };
const act = <T>(
  of: string,
  arbitrary: fc.Arbitrary<T>,
  run: (world: WatchedRules, value: T) => void,
): fc.Arbitrary<Act> =>
  arbitrary.map((value) => ({
    of,
    text: `${of} ${JSON.stringify(value)}`,
    run: (world) => run(world, value),
    toString: () => `${of} ${JSON.stringify(value)}`,
  }));
const ids = fc.constantFrom(...RULES.map(({ id }) => id));
const sides = fc.constantFrom(0, 7);
const seconds = fc.constantFrom(20, 61, 120, 301, 900, 1_200, 3_600, 5_000);

const acts = fc.oneof(
  { weight: 5, arbitrary: act("wait", seconds, (world, s) => world.wait(s * 1_000)) },
  {
    weight: 5,
    arbitrary: act(
      "read",
      fc.oneof(fc.integer({ min: 82, max: 112 }), fc.integer({ min: 112, max: 130 })),
      (world, value) => world.read(value),
    ),
  },
  { weight: 1, arbitrary: act("stop", seconds, (world, s) => world.stop(s * 1_000)) },
  { weight: 2, arbitrary: act("restart", fc.constant(null), (world) => world.restart()) },
  act("storm", fc.constant(null), (world) => {
    for (let round = 0; round < 4; round += 1) {
      world.read(round % 2 === 0 ? 70 : 107);
      world.wait(2 * MINUTE_MS);
    }
  }),
  act(
    "severity",
    fc.record({ id: ids, severity: fc.constantFrom("urgent" as const, "warning" as const) }),
    (world, { id, severity }) => world.edit(id, { severity }),
  ),
  act("limit", fc.record({ id: ids, limit: fc.integer({ min: 88, max: 104 }) }), (world, { id, limit }) =>
    world.edit(id, { limit }),
  ),
  act("steps", fc.record({ id: ids, minutes: fc.integer({ min: 1, max: 60 }) }), (world, { id, minutes }) =>
    world.edit(id, { steps: [minutes * MINUTE_MS], repeat_ms: HOUR_MS }),
  ),
  act("switch on", ids, (world, id) => world.edit(id, { is_on: true })),
  act("switch off", ids, (world, id) => world.switchOff(id)),
  act("delete rule", ids, (world, id) => world.deleteRule(id)),
  act("move", fc.constant(null), (world) => world.move()),
  act("retire", fc.constant(null), (world) => world.retire()),
  act("restore", fc.constant(null), (world) => world.restore()),
  act("maintenance", fc.constantFrom("In maintenance", null), (world, maintenance) => world.suppress({ maintenance })),
  act("cause", fc.constantFrom(OUTAGE, STAFF_ONLY, null), (world, parent) => world.suppress({ parent })),
  act("offline", fc.constantFrom("Its station is offline", null), (world, stale) => world.suppress({ stale })),
  act("mute", fc.record({ side: sides, s: seconds }), (world, { side, s }) => world.mute(side, s * 1_000)),
  act("acknowledge", sides, (world, side) => world.acknowledge(side)),
  act("release", sides, (world, side) => world.release(side)),
);
const sequences = fc.array(acts, { minLength: 1, maxLength: 25 });

/** What someone who is notified by a rule received. */
const received = (happened: readonly Happened[], rule: number) =>
  happened.filter((event) => event.rule === rule && event.suppression === undefined);

/** Runs of events of a rule, each from a start to its end. */
function runsOf(happened: readonly Happened[], rule: number): Happened[][] {
  const runs: Happened[][] = [];
  for (const event of received(happened, rule)) {
    const run = runs.at(-1);
    const isNew = run === undefined || run.at(-1)?.type === "ended";
    if (isNew) runs.push([event]);
    else run.push(event);
  }
  return runs;
}

/** Why a match is not notified of at the moment, besides its own state; null when it is. */
function suppressed(world: WatchedRules, side: number): boolean {
  const life = world.life;
  if (life === null) return true;
  const isGrouped = life.parent !== null && (life.parent.sides === null || life.parent.sides.includes(side));
  const isLeft = isInGrace(world, side);
  const isMuted = life.mutes.some((mute) => mute.side === side);
  return life.maintenance !== null || life.stale !== null || isGrouped || isLeft || isMuted;
}

/** True while a side is not notified because what suppressed the alert has only just ended. */
function isInGrace({ life, now }: WatchedRules, side: number): boolean {
  const left = life?.unsuppressed ?? null;
  const isConcerned = left !== null && (left.sides === null || left.sides.includes(side));
  return isConcerned && now - left.at < SUPPRESSION_GRACE_MS;
}

/** Whether a match is reported like any other: it is on, and has been for 15 minutes if it flaps. */
function isSteady(world: WatchedRules, match: LifeMatch): boolean {
  return isOn(match) && (!match.flapping || world.now - (match.changes.at(-1) ?? 0) >= 15 * MINUTE_MS);
}

/** Checks what is promised of an alert at any moment. */
function checkNow(world: WatchedRules, since: number): void {
  for (const { type, rule, suppression, match, at } of world.happened.slice(since)) {
    if (suppression !== undefined || type === "ended") continue;
    // 2: nobody reads another rule's limit or severity.
    const of = world.rules.get(rule);
    if (at === world.now) expect(isInGrace(world, match.side)).toBe(false);
    if (at === world.now) expect(match.severity).toBe(of?.severity);
    if (type !== "started") continue;
    const limit = of?.limit ?? 0;
    expect(match.title).toMatch(new RegExp(`(limit ${limit}|ends at ${limit - 3})°F$`));
  }
  for (const match of world.life?.matches ?? []) {
    if (match.ended !== null) continue;
    // 1: what a rule has found is over once it is off or deleted, or the station has left its organization.
    const rule = world.rules.get(match.rule);
    expect(rule?.is_on).toBe(true);
    expect([0, world.organization]).toContain(match.side);
    if (!rule) continue;
    if (suppressed(world, match.side) || !isSteady(world, match)) continue;
    // 4: what is not explained by a cause that the side sees is reported to it.
    expect(match.announced).not.toBeNull();
    if (match.announced === null || world.life?.acknowledged.includes(match.side)) continue;
    // 3 and 7: a step that is past was taken, and what is due is repeated.
    const elapsed = world.now - match.announced;
    expect(match.steps).toBeGreaterThanOrEqual(rule.steps.filter((after) => after <= elapsed).length);
    if (rule.repeat_ms !== null) {
      expect(world.now - (match.repeated ?? match.announced)).toBeLessThan(rule.repeat_ms);
    }
  }
}

function play(sequence: readonly Act[], check = true): WatchedRules {
  const world = new WatchedRules();
  for (const one of sequence) {
    const before = world.happened.length;
    one.run(world);
    if (check) checkNow(world, before);
  }
  return world;
}

/** Nothing suppresses anything, it is cool, and time passes. */
function calmDown(world: WatchedRules): void {
  world.suppress({ maintenance: null, parent: null, stale: null });
  world.restore();
  world.read(60);
  world.wait(3 * HOUR_MS);
}

test(`what an alert promises holds in ${RUNS.numRuns} sequences of readings, edits, moves, deletions, restarts and what people do`, () => {
  fc.assert(
    fc.property(sequences, (sequence) => {
      const world = play(sequence);
      calmDown(world);
      expect(world.life).toBeNull();
      for (const { id } of RULES) {
        for (const run of runsOf(world.happened, id)) {
          const types = run.map(({ type }) => type);
          // 1: each start that was notified has its end, once.
          expect(["started", "flapping"]).toContain(types[0]);
          expect(types.at(-1)).toBe("ended");
          expect(types.filter((type) => type === "started").length).toBeLessThanOrEqual(1);
          // 2: worse at most once an hour.
          const worse = run.filter(({ type }) => type === "changed").map(({ at }) => at);
          for (const [nth, at] of worse.entries())
            expect(at - (worse[nth - 1] ?? -Infinity)).toBeGreaterThanOrEqual(HOUR_MS);
        }
      }
    }),
    RUNS,
  );
});

const calmActs = fc.array(
  acts.filter(({ of }) => ["wait", "read", "maintenance", "cause", "offline", "acknowledge"].includes(of)),
  { minLength: 1, maxLength: 20 },
);

test("a rule is worse only when its own level has risen for a minute, and each step is taken once", () => {
  fc.assert(
    fc.property(calmActs, (sequence) => {
      const world = new WatchedRules();
      /** For each rule, when and at which level readings rose; a reading lasts until the next. */
      const readings: { at: number; fahrenheit: number }[] = [];
      for (const one of sequence) {
        one.run(world);
        readings.push({ at: world.now, fahrenheit: world.temperature });
      }
      for (const { id, limit } of RULES) {
        for (const run of runsOf(world.happened, id)) {
          let highest = Math.max(1, run[0]?.match.announced_level ?? 1);
          for (const { type, at, match } of run) {
            if (type !== "changed") continue;
            const lasting = readings.findLast((reading) => reading.at <= at - MINUTE_MS);
            const levels = 1 + Math.max(0, Math.floor(((lasting?.fahrenheit ?? 0) - limit) / 5));
            // A level is left downwards by 3 °F only.
            expect(levels + 1).toBeGreaterThan(highest);
            expect(match.level).toBeGreaterThan(highest);
            highest = match.level;
          }
          const steps = run.flatMap(({ step }) => step ?? []);
          const taken = run.at(-1)?.match.steps ?? 0;
          expect(steps).toEqual(Array.from({ length: taken }, (_, step) => step));
          const due = (step: number) => RULES.find((one) => one.id === id)?.steps[step] ?? 0;
          const early = run.filter(({ step, at }) => step !== undefined && at - (run[0]?.at ?? 0) < due(step));
          expect(early).toEqual([]);
        }
      }
    }),
    RUNS,
  );
});

test("a level that a station reported just before it went offline is not worse when it returns with a lower one", () => {
  const world = new WatchedRules();
  world.read(95);
  world.read(112);
  world.suppress({ stale: "Its station is offline" });
  world.read(82);
  world.wait(20 * MINUTE_MS);
  world.suppress({ stale: null });
  expect(received(world.happened, 2).map(({ type }) => type)).toEqual(["started", "ended"]);
});

test("restarts, doubled findings and edits of other rules change no message", () => {
  const plain = ({ happened }: WatchedRules, rule: number) =>
    received(happened, rule).map(({ type, step, at, match: { title } }) => [type, step, at, title]);
  const others = fc.constantFrom("restart", "edit").chain((of) => fc.constant(of));
  fc.assert(
    fc.property(fc.array(fc.tuple(acts, others), { minLength: 1, maxLength: 20 }), (pairs) => {
      const sequence = pairs
        .map(([one]) => one)
        .filter(({ of }) => !["restart", "severity", "limit", "steps"].includes(of));
      const quiet = play(sequence, false);
      const world = new WatchedRules();
      for (const [nth, one] of sequence.entries()) {
        one.run(world);
        if (pairs[nth]?.[1] === "restart") world.restart();
        else world.edit(2, { severity: nth % 2 === 0 ? "urgent" : "warning", repeat_ms: HOUR_MS });
      }
      for (const id of [3]) expect(plain(world, id)).toEqual(plain(quiet, id));
    }),
    RUNS,
  );
});

test("a second storm an hour after the first is reported like it", () => {
  const world = new WatchedRules();
  const storm = () => {
    for (let round = 0; round < 4; round += 1) {
      world.read(108);
      world.wait(2 * MINUTE_MS);
      world.read(60);
      world.wait(2 * MINUTE_MS);
    }
  };
  const types = () => received(world.happened, 1).map(({ type }) => type);
  storm();
  expect(types()).toEqual(["started", "ended", "started", "ended", "flapping"]);
  world.wait(HOUR_MS);
  expect(types().at(-1)).toBe("ended");
  const first = types().length;
  world.wait(HOUR_MS);
  storm();
  expect(types().slice(first)).toEqual(["started", "ended", "started", "ended", "flapping"]);
});
