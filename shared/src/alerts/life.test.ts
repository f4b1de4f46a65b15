import { describe, expect, test } from "vitest";
import { HOUR_MS, MINUTE_MS } from "../lib/index.ts";
import {
  calmSince,
  SUPPRESSION_GRACE_MS,
  newLife,
  settle,
  settleMatch,
  withFound,
  withResolved,
  withSuppression,
  worstMatch,
  type AlertLife,
  type LifeMatch,
  type LifeRule,
} from "./index.ts";

const CONTENT = { severity: "warning", level: 1, title: "Warm", detail: "" } as const;
const RULE: LifeRule = { id: 1, repeat_ms: HOUR_MS, steps: [15 * MINUTE_MS] };

/** A life with a match of rule 1, after a decision. */
function found(life: AlertLife, now: number, level = 1) {
  return withFound(life, [{ rule: 1, side: 0, content: { ...CONTENT, level } }], { now });
}

function settled(life: AlertLife, now: number, rule: Partial<LifeRule> = {}) {
  const { events, ...after } = settle(life, { rules: new Map([[1, { ...RULE, ...rule }]]), now });
  return { ...after, types: events.map(({ type }) => type) };
}

describe("an alert is decided again without a reading", () => {
  const started = settled(found(newLife(), 0), 0);

  test("when its first step is due, then when it is to be repeated", () => {
    expect(started).toMatchObject({ types: ["started"], due: 15 * MINUTE_MS });
    expect(settled(started.life, 15 * MINUTE_MS - 1).types).toEqual([]);
    const escalated = settled(started.life, 15 * MINUTE_MS);
    expect(escalated).toMatchObject({ types: ["escalated"], due: HOUR_MS });
    expect(settled(escalated.life, HOUR_MS)).toMatchObject({ types: ["repeated"], due: 2 * HOUR_MS });
  });

  test("never for a step or a repetition while it is acknowledged, or if its rule has none", () => {
    expect(settled({ ...started.life, acknowledged: [0] }, 1).due).toBeNull();
    expect(settled(started.life, 1, { steps: [], repeat_ms: null }).due).toBeNull();
  });

  test("when a higher level has lasted for a minute", () => {
    const higher = settled(found(started.life, MINUTE_MS, 2), MINUTE_MS);
    expect(higher).toMatchObject({ types: [], due: 2 * MINUTE_MS });
    expect(settled(higher.life, 2 * MINUTE_MS - 1).types).toEqual([]);
    const worse = settled(higher.life, 2 * MINUTE_MS, { steps: [], repeat_ms: null });
    expect(worse).toMatchObject({ types: ["changed"], due: null });
    const again = settled(found(worse.life, 3 * MINUTE_MS, 3), 3 * MINUTE_MS, { steps: [], repeat_ms: null });
    expect(again).toMatchObject({ types: [], due: 2 * MINUTE_MS + HOUR_MS });
    expect(settled(again.life, 2 * MINUTE_MS + HOUR_MS - 1, { steps: [], repeat_ms: null }).types).toEqual([]);
    expect(settled(again.life, 2 * MINUTE_MS + HOUR_MS).types).toContain("changed");
  });

  test("a step that is due when it also got worse is taken", () => {
    const higher = settled(found(started.life, MINUTE_MS, 2), MINUTE_MS);
    expect(settled(higher.life, 15 * MINUTE_MS).types).toEqual(["changed", "escalated"]);
  });

  test("when a flapping match has not changed for 15 minutes, and for an hour, as of which it ended", () => {
    let life = newLife();
    for (let round = 0; round < 3; round += 1) {
      life = settled(found(life, 2 * round * MINUTE_MS), 2 * round * MINUTE_MS).life;
      const over = [{ rule: 1, cause: "condition", reason: "Cool" } as const];
      life = withResolved({ ...life, ended: null }, over, (2 * round + 1) * MINUTE_MS);
    }
    const calm = settled(life, 5 * MINUTE_MS);
    expect(calmSince(calm.life)).toBe(5 * MINUTE_MS);
    expect(calm.due).toBe(20 * MINUTE_MS);
    const later = settled(calm.life, 20 * MINUTE_MS);
    expect(later.due).toBe(65 * MINUTE_MS);
    expect(settled(later.life, 65 * MINUTE_MS).life.matches).toMatchObject([{ ended: 5 * MINUTE_MS, reason: "Cool" }]);
  });
});

test("the sides of a cause that has ended are notified five minutes later, and others at once", () => {
  const two = new Map([1, 2].map((id) => [id, { ...RULE, id }]));
  const content = CONTENT;
  const all = [0, 7].map((side, nth) => ({ rule: nth + 1, side, content }));
  const none = { maintenance: null, stale: null };
  const cause = { text: "Grouped into a cause", sides: [0] };
  const grouped = withSuppression(withFound(newLife(), all, { now: 0 }), { ...none, parent: cause }, 0);
  const before = settle(grouped, { rules: two, now: 0 });
  expect(before.events).toMatchObject([
    { rule: 1, suppression: cause.text },
    { rule: 2, type: "started" },
  ]);
  const left = settle(withSuppression(before.life, { ...none, parent: null }, 10), { rules: two, now: 10 });
  expect(left).toMatchObject({ events: [], due: 10 + SUPPRESSION_GRACE_MS, life: { unsuppressed: { at: 10 } } });
  expect(SUPPRESSION_GRACE_MS).toBe(5 * MINUTE_MS);
  expect(settle(left.life, { rules: two, now: 9 + SUPPRESSION_GRACE_MS }).events).toEqual([]);
  const after = settle(left.life, { rules: two, now: 10 + SUPPRESSION_GRACE_MS });
  expect(after.events).toEqual([{ rule: 1, type: "started" }]);
  expect(after.life.unsuppressed).toBeNull();
});

const SOME = { text: "Grouped into a cause", sides: [0] };
const ALL = { ...SOME, sides: null };

test.each([
  ["nothing", null, ALL, null],
  ["a cause of some sides, by one of all", SOME, ALL, null],
  ["a cause of some sides, by another one of some", SOME, { ...SOME, sides: [7] }, null],
  ["a cause of all sides, by another one of all", ALL, { ...ALL, text: "Another" }, null],
  ["a cause of all sides, by one of some", ALL, SOME, { at: 5, sides: null }],
  ["a cause of some sides, by nothing", SOME, null, { at: 5, sides: [0] }],
  ["a cause of all sides, by nothing", ALL, null, { at: 5, sides: null }],
] as const)("after %s, the sides that a parent no longer suppresses are known", (_, before, after, unsuppressed) => {
  const none = { maintenance: null, stale: null };
  const grouped = withSuppression(newLife(), { ...none, parent: before }, 1);
  expect(withSuppression(grouped, { ...none, parent: after }, 5).unsuppressed).toEqual(unsuppressed);
});

test("an alert that is suppressed is recorded once for each reason, and not after it was reported", () => {
  const suppressed = (life: AlertLife, maintenance: string | null, now: number) =>
    settle(withSuppression(life, { parent: null, stale: null, maintenance }, now), {
      rules: new Map([[1, RULE]]),
      now,
    });
  const first = suppressed(found(newLife(), 0), "In maintenance", 0);
  expect(first.events).toEqual([{ rule: 1, type: "started", suppression: "In maintenance" }]);
  expect(suppressed(first.life, "In maintenance", 1).events).toEqual([]);
  const second = suppressed(first.life, "In maintenance until 16:00", 2);
  expect(second.events).toMatchObject([{ suppression: "In maintenance until 16:00" }]);
  const reported = settled(found(newLife(), 0), 0).life;
  expect(suppressed(reported, "In maintenance", 1).events).toEqual([]);
});

test("recipients are reminded after suppression, unless they were notified when it ended or later", () => {
  const [match] = settled(found(newLife(), 10), 10).life.matches;
  const after = (unsuppressedAt: number) =>
    match &&
    settleMatch(match, {
      rule: RULE,
      suppression: null,
      isInGrace: false,
      unsuppressedAt,
      isAcknowledged: false,
      now: 20,
    }).events;
  expect([after(10), after(11)]).toEqual([[], [{ type: "repeated", rule: 1 }]]);
});

test("a flapping match that stays on for an hour is no longer flapping, and an ended one is not decided again", () => {
  const earlier = new Map([[1, [1, 2, 3, 4]]]);
  const flapping = withFound(newLife(), [{ rule: 1, side: 0, content: CONTENT }], { now: 5, earlier });
  const started = settled(flapping, 5);
  expect(started).toMatchObject({ types: ["flapping"], life: { matches: [{ flapping: true }] } });
  expect(settled(started.life, HOUR_MS + 4).life.matches).toMatchObject([{ flapping: true, ended: null }]);
  const steady = settled(started.life, HOUR_MS + 5).life;
  expect(steady.matches).toMatchObject([{ flapping: false, flapping_announced: false, ended: null }]);
  const [ended] = withResolved(started.life, [{ rule: 1, cause: "rule", reason: "Off" }], 6).matches;
  const rest = { rule: RULE, suppression: null, isInGrace: false, unsuppressedAt: null, isAcknowledged: false };
  expect(ended && settleMatch(ended, { ...rest, now: 6 })).toMatchObject({
    due: Infinity,
    events: [{ type: "ended", rule: 1 }],
  });
});

test("a match of a rule that is off is not reported", () => {
  const life = found(newLife(), 0);
  expect(settle(life, { rules: new Map(), now: 0 })).toMatchObject({ life: { matches: life.matches }, events: [] });
});

test("a match whose end makes it flapping is reported as flapping, once", () => {
  const earlier = new Map([[1, [1, 2, 3]]]);
  const started = settled(withFound(newLife(), [{ rule: 1, side: 0, content: CONTENT }], { now: 4, earlier }), 4);
  expect(started.types).toEqual(["started"]);
  const over = settled(withResolved(started.life, [{ rule: 1, cause: "condition", reason: "Cool" }], 5), 5);
  expect(over.types).toEqual(["flapping"]);
  expect(settled(over.life, 6).types).toEqual([]);
});

test("a mute ends at its time, and earlier when a warning becomes urgent", () => {
  const mute = (severity: "urgent" | "warning") => [{ side: 0, until: MINUTE_MS, severity, text: "Muted" }];
  const muted = { ...found(newLife(), 0), mutes: mute("warning") };
  const before = settled(muted, MINUTE_MS - 1);
  expect(before).toMatchObject({ due: MINUTE_MS, life: { matches: [{ suppression: "Muted", announced: null }] } });
  expect(settled(muted, MINUTE_MS).types).toEqual(["started"]);
  const matches = muted.matches.map((match) => ({ ...match, severity: "urgent" as const }));
  expect(settled({ ...muted, matches }, 1).life.matches).toMatchObject([{ announced: 1 }]);
  expect(settled({ ...muted, matches, mutes: mute("urgent") }, 1).life.matches).toMatchObject([{ announced: null }]);
});

test("an alert says the worst of what is on: the more urgent, then the higher level, then the first", () => {
  const contents = [
    { ...CONTENT, level: 3 },
    { ...CONTENT, severity: "urgent", level: 1 },
    { ...CONTENT, severity: "urgent", level: 2 },
    { ...CONTENT, severity: "urgent", level: 2 },
  ] as const;
  const all = contents.map((content, nth) => ({ rule: nth + 1, side: nth === 0 ? 7 : 0, content }));
  const life = withFound(newLife(), all, { now: 0 });
  expect(worstMatch(life, null)?.rule).toBe(3);
  expect(worstMatch(life, 7)?.rule).toBe(1);
  const ended = withResolved(
    life,
    [3, 4].map((rule) => ({ rule, cause: "rule", reason: "Off" }) as const),
    1,
  );
  expect(worstMatch(ended, 0)?.rule).toBe(2);
  expect(worstMatch(newLife(), null)).toBeUndefined();
});

test("an alert says what has not ended before what has, and what is on before what is calm", () => {
  const all = [1, 2, 3].map((rule) => ({ rule, side: 0, content: { ...CONTENT, level: rule } }));
  const { matches } = withFound(newLife(), all, { now: 0 });
  const worst = (...states: Partial<LifeMatch>[]) =>
    worstMatch(
      { ...newLife(), matches: matches.map((match, nth) => Object.assign(structuredClone(match), states[nth])) },
      null,
    )?.rule;
  const [calm, ended] = [{ calm_since: 1 }, { ended: 1 }];
  expect(worst({}, calm, ended)).toBe(1);
  expect(worst(calm, ended, ended)).toBe(1);
  expect(worst(calm, calm, ended)).toBe(2);
  expect(worst(ended, ended, ended)).toBe(3);
});
