import { HOUR_MS, MINUTE_MS } from "../lib/index.ts";
import type { Severity } from "./kind.ts";

/** Starts and ends within this time are counted; this many make an alert flapping, until its condition has not held for that time. */
const FLAPPING_MS = HOUR_MS;
const FLAPPING_CHANGES = 5;
/** How long nobody is notified after the alert that this one was grouped into, or the maintenance of its station, has ended. */
export const LEFT_OVER_MS = 5 * MINUTE_MS;

/** A rule that matches an alert, by what decides when it notifies. `side` is 0 for a rule of the support, else its organization. */
export type LifeRule = {
  id: number;
  side: number;
  repeat_ms: number | null;
  /** When each step of the escalation is due after the first notification (ms). */
  steps: readonly number[];
};

/** What a rule has found, with times in ms. `held` is why nobody was notified, as last recorded. */
export type LifeMatch = {
  rule: number;
  since: number;
  ended: number | null;
  announced: number | null;
  repeated: number | null;
  steps: number;
  held: string | null;
};

export type LifeMute = { side: number; until: number; level: number; severity: Severity; text: string };

/** An alert by what decides about its life, with times in ms. */
export type AlertLife = {
  severity: Severity;
  level: number;
  /** Why it is quiet as part of another alert: "Grouped into Site outage: Reno"; null without a parent. */
  parent: string | null;
  /** "In maintenance until 16:00 (Ana Ruiz)"; null when the station is not in maintenance. */
  maintenance: string | null;
  /** Since when it is no longer part of another alert or in maintenance; null once that is long enough ago. */
  left_over: number | null;
  changes: readonly number[];
  flapping: boolean;
  calm_since: number | null;
  ended: number | null;
  matches: readonly LifeMatch[];
  mutes: readonly LifeMute[];
  /** Sides on which someone has acknowledged it. */
  acknowledged: readonly number[];
};

/** What those to be notified by a rule are notified of, or not for the reason in `held`. */
export type LifeEvent = {
  type: "started" | "changed" | "ended" | "repeated" | "escalated" | "flapping";
  rule: number;
  step?: number;
  held?: string;
};

/** An alert that begins. `changes` are those of the alerts before it of the same kind and subject. */
export function newLife(
  { severity, level }: Pick<AlertLife, "severity" | "level">,
  changes: readonly number[],
  now: number,
): AlertLife {
  const life: AlertLife = {
    severity,
    level,
    parent: null,
    maintenance: null,
    left_over: null,
    changes: [],
    flapping: false,
    calm_since: null,
    ended: null,
    matches: [],
    mutes: [],
    acknowledged: [],
  };
  return withChange({ ...life, changes }, now);
}

/** The alert after the conditions of rules hold. */
export function withMatches(life: AlertLife, rules: readonly number[], now: number): AlertLife {
  const isBack = life.flapping && rules.length > 0 && life.matches.every(({ ended }) => ended !== null);
  const known = new Set(life.matches.map(({ rule }) => rule));
  const matches = life.matches.map((match) => (rules.includes(match.rule) ? { ...match, ended: null } : match));
  const added = [...new Set(rules)].filter((rule) => !known.has(rule)).map((rule) => newMatch(rule, now));
  const changed = { ...life, matches: [...matches, ...added] };
  return isBack ? withChange({ ...changed, calm_since: null }, now) : changed;
}

/** The alert after the conditions of rules no longer hold, or the rules are off. */
export function withoutMatches(life: AlertLife, rules: readonly number[], now: number): AlertLife {
  const matches = life.matches.map((match) =>
    rules.includes(match.rule) && match.ended === null ? { ...match, ended: now } : match,
  );
  const isOver = matches.every(({ ended }) => ended !== null) && life.matches.some(({ ended }) => ended === null);
  return isOver ? withChange({ ...life, matches }, now) : { ...life, matches };
}

/** The alert grouped into another one, or no longer. */
export function withParent(life: AlertLife, parent: string | null, now: number): AlertLife {
  const isLeft = life.parent !== null && parent === null;
  return { ...life, parent, left_over: isLeft ? now : life.left_over };
}

/** The alert with its station in maintenance, or no longer. */
export function withMaintenance(life: AlertLife, maintenance: string | null, now: number): AlertLife {
  const isLeft = life.maintenance !== null && maintenance === null;
  return { ...life, maintenance, left_over: isLeft ? now : life.left_over };
}

function newMatch(rule: number, now: number): LifeMatch {
  return { rule, since: now, ended: null, announced: null, repeated: null, steps: 0, held: null };
}

function withChange(life: AlertLife, now: number): AlertLife {
  const changes = [...life.changes.filter((at) => at > now - FLAPPING_MS), now].slice(-FLAPPING_CHANGES);
  return { ...life, changes, flapping: life.flapping || changes.length >= FLAPPING_CHANGES };
}

/** What an alert is now, who is to be notified of what, and when to ask again at the latest (null for never). */
export type Settled = { life: AlertLife; events: LifeEvent[]; due: number | null };

/**
 * Decides about an alert at `now` (ms): whether it has ended, and what its rules notify of. `before` is what it was when this was last
 * decided, to recognize what got worse. To ask more often than necessary changes nothing.
 */
export function settle(
  life: AlertLife,
  {
    rules,
    before,
    now,
  }: { rules: readonly LifeRule[]; before: Pick<AlertLife, "severity" | "level" | "flapping"> | null; now: number },
): Settled {
  if (life.ended !== null) return { life, events: [], due: null };
  const isWorse = before !== null && isWorseThan(life, before);
  const current = withoutOldMutes(life, now);
  const isOver = current.matches.every(({ ended }) => ended !== null);
  if (isOver && !current.flapping) return end(current, now);
  if (isOver) {
    const calm_since = current.calm_since ?? now;
    if (now - calm_since >= FLAPPING_MS) return end(current, now);
  }
  const isLeftOver = current.left_over !== null && now - current.left_over < LEFT_OVER_MS;
  const returned =
    current.left_over !== null && !isLeftOver && heldFor(current, null) === null ? current.left_over : null;
  const startsFlapping = current.flapping && before?.flapping !== true;
  const decided = current.matches.map((match) => {
    const rule = rules.find(({ id }) => id === match.rule);
    if (rule === undefined || (match.ended !== null && !current.flapping)) return { match, events: [] };
    return decide(match, { life: current, rule, isWorse, isLeftOver, returned, startsFlapping, now });
  });
  const settled: AlertLife = {
    ...current,
    calm_since: isOver ? (current.calm_since ?? now) : null,
    left_over: returned === null ? current.left_over : null,
    matches: decided.map(({ match }) => match),
  };
  return { life: settled, events: decided.flatMap(({ events }) => events), due: nextDue(settled, rules, now) };
}

function isWorseThan(
  life: Pick<AlertLife, "severity" | "level">,
  before: Pick<AlertLife, "severity" | "level">,
): boolean {
  return life.level > before.level || (life.severity === "urgent" && before.severity === "warning");
}

function withoutOldMutes(life: AlertLife, now: number): AlertLife {
  const mutes = life.mutes.filter((mute) => mute.until > now && !isWorseThan(life, mute));
  return mutes.length === life.mutes.length ? life : { ...life, mutes };
}

function end(life: AlertLife, now: number): Settled {
  const events = life.matches.flatMap((match): LifeEvent[] =>
    match.announced === null ? [] : [{ type: "ended", rule: match.rule }],
  );
  const matches = life.matches.map((match) => ({ ...match, ended: match.ended ?? now }));
  return { life: { ...life, matches, ended: now, mutes: [] }, events, due: null };
}

type Deciding = {
  life: AlertLife;
  rule: LifeRule;
  isWorse: boolean;
  /** It has only just been left over: nobody is notified, but that is not recorded as a reason. */
  isLeftOver: boolean;
  /** Since when it was left over, once that was long enough. */
  returned: number | null;
  startsFlapping: boolean;
  now: number;
};

function decide(match: LifeMatch, deciding: Deciding): { match: LifeMatch; events: LifeEvent[] } {
  const { life, rule, isLeftOver, now } = deciding;
  const held = heldFor(life, rule.side);
  if (held !== null) {
    if (match.announced !== null || match.held === held) return { match, events: [] };
    return { match: { ...match, held }, events: [{ type: "started", rule: rule.id, held }] };
  }
  if (isLeftOver) return { match, events: [] };
  if (match.announced === null) {
    const type = life.flapping ? "flapping" : "started";
    return { match: { ...match, announced: now, held: null }, events: [{ type, rule: rule.id }] };
  }
  if (life.flapping) {
    return { match, events: deciding.startsFlapping ? [{ type: "flapping", rule: rule.id }] : [] };
  }
  return remind(match, match.announced, deciding);
}

/** What those who were notified are notified of while the alert goes on. */
function remind(match: LifeMatch, announced: number, deciding: Deciding): { match: LifeMatch; events: LifeEvent[] } {
  const { life, rule, isWorse, returned, now } = deciding;
  const last = match.repeated ?? announced;
  if (isWorse) return { match: { ...match, repeated: now }, events: [{ type: "changed", rule: rule.id }] };
  if (returned !== null && last < returned) {
    return { match: { ...match, repeated: now }, events: [{ type: "repeated", rule: rule.id }] };
  }
  if (life.acknowledged.includes(rule.side)) return { match, events: [] };
  const events: LifeEvent[] = [];
  const steps = rule.steps.filter((after) => announced + after <= now).length;
  for (let step = match.steps; step < steps; step += 1) events.push({ type: "escalated", rule: rule.id, step });
  const repeats = rule.repeat_ms !== null && last + rule.repeat_ms <= now;
  if (repeats) events.push({ type: "repeated", rule: rule.id });
  return { match: { ...match, steps: Math.max(match.steps, steps), repeated: repeats ? now : match.repeated }, events };
}

/** Why a side is not notified; null when it is. With `side` null, why nobody is. */
function heldFor({ maintenance, parent, mutes }: AlertLife, side: number | null): string | null {
  return maintenance ?? parent ?? mutes.find((mute) => mute.side === side)?.text ?? null;
}

function nextDue(life: AlertLife, rules: readonly LifeRule[], now: number): number | null {
  const times: number[] = [];
  if (life.left_over !== null) times.push(life.left_over + LEFT_OVER_MS);
  if (life.calm_since !== null) times.push(life.calm_since + FLAPPING_MS);
  times.push(...life.mutes.map(({ until }) => until));
  for (const match of life.matches) {
    const rule = rules.find(({ id }) => id === match.rule);
    if (!rule || match.announced === null || match.ended !== null || life.acknowledged.includes(rule.side)) continue;
    const step = rule.steps[match.steps];
    if (step !== undefined) times.push(match.announced + step);
    if (rule.repeat_ms !== null) times.push((match.repeated ?? match.announced) + rule.repeat_ms);
  }
  const future = times.filter((at) => at > now);
  return future.length === 0 ? null : Math.min(...future);
}
