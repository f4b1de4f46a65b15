import { HOUR_MS, MINUTE_MS } from "../lib/index.ts";
import type { EndCause } from "./alert.ts";
import type { Severity } from "./kind.ts";

/** Starts and ends within this time are counted; this many make a match flapping, until it has not changed for that time. */
const FLAPPING_MS = HOUR_MS;
const FLAPPING_CHANGES = 5;
/** A flapping match whose condition holds for longer than this is repeated and escalated like others. */
const STEADY_MS = 15 * MINUTE_MS;
/** How long a higher level lasts before it counts as worse, and how often a match is reported as worse at most. */
const WORSE_AFTER_MS = MINUTE_MS;
const WORSE_EVERY_MS = HOUR_MS;

/** The content of an alert by one rule. `level` rises when it gets worse. */
export type MatchContent = { severity: Severity; level: number; title: string; detail: string };

/** The settings of a rule that determine when it notifies. */
export type LifeRule = {
  id: number;
  repeat_ms: number | null;
  /** When each step of the escalation is due after the first notification (ms). */
  steps: readonly number[];
};

/** A match: one rule at one subject. `side` is 0 for a rule of support staff, otherwise its organization. Times are in ms. */
export type LifeMatch = MatchContent & {
  rule: number;
  side: number;
  since: number;
  ended: number | null;
  cause: EndCause | null;
  reason: string | null;
  /** True if it has ended, and its recipients are not yet notified of the end. */
  end_pending: boolean;
  /** When the rule's recipients were notified of the start. */
  announced: number | null;
  repeated: number | null;
  /** Steps of the escalation that were taken. */
  steps: number;
  /** The reason why nobody was notified, as last recorded. */
  suppression: string | null;
  /** The highest level that recipients were notified of; null until the next finding after the limit of the rule has changed. */
  announced_level: number | null;
  /** Since when the level is higher than that. */
  worse_since: number | null;
  /** When it was last reported as worse. */
  changed: number | null;
  /** True while it is to be reported as worse. */
  is_worse: boolean;
  /** Starts and ends within the last hour, the newest last. */
  changes: readonly number[];
  flapping: boolean;
  flapping_announced: boolean;
  /** Since when the condition of a flapping match has not held. */
  calm_since: number | null;
};

/** An event of which a rule notifies its recipients, unless it is suppressed for the reason in `suppression`. */
export type LifeEvent = {
  type: "started" | "changed" | "ended" | "repeated" | "escalated" | "flapping";
  rule: number;
  step?: number;
  suppression?: string;
};

/** True while the condition of a match holds. */
export function isOn({ ended, calm_since }: Pick<LifeMatch, "ended" | "calm_since">): boolean {
  return ended === null && calm_since === null;
}

type Found = { rule: number; side: number; content: MatchContent };

/** A match whose condition holds. An ended match begins again. `earlier` are starts and ends of the rule in earlier alerts. */
export function begunMatch(
  before: LifeMatch | undefined,
  { rule, side, content }: Found,
  { now, earlier }: { now: number; earlier: readonly number[] },
): LifeMatch {
  if (before && before.ended === null) {
    const announced_level = before.announced_level ?? content.level;
    const updated = { ...before, ...content, side, announced_level };
    return isOn(before) ? updated : withChange({ ...updated, calm_since: null }, now);
  }
  const fresh: LifeMatch = {
    ...content,
    rule,
    side,
    since: now,
    ended: null,
    cause: null,
    reason: null,
    end_pending: false,
    announced: null,
    repeated: null,
    steps: 0,
    suppression: null,
    announced_level: content.level,
    worse_since: null,
    changed: null,
    is_worse: false,
    changes: before?.cause === "condition" ? before.changes : earlier,
    flapping: false,
    flapping_announced: false,
    calm_since: null,
  };
  return withChange(fresh, now);
}

/** A match whose condition no longer holds. A flapping match becomes calm instead of ending, unless something other than its condition has ended it. */
export function endedMatch(
  match: LifeMatch,
  { cause, reason }: { cause: EndCause; reason: string },
  now: number,
): LifeMatch {
  if (match.ended !== null) return match;
  if (cause !== "condition") return end({ ...match, changes: [] }, { cause, reason, at: now });
  if (!isOn(match)) return match;
  const changed = withChange(match, now);
  return changed.flapping ? { ...changed, calm_since: now, reason } : end(changed, { cause, reason, at: now });
}

function end(match: LifeMatch, { cause, reason, at }: { cause: EndCause; reason: string; at: number }): LifeMatch {
  return { ...match, ended: at, cause, reason, end_pending: true, is_worse: false };
}

function withChange(match: LifeMatch, now: number): LifeMatch {
  const changes = [...match.changes.filter((at) => at > now - FLAPPING_MS), now].slice(-FLAPPING_CHANGES);
  return { ...match, changes, flapping: match.flapping || changes.length >= FLAPPING_CHANGES };
}

/**
 * Sets whether a match is worse than its recipients know: its level is higher, for long enough, and not for the second time in an hour. The level
 * of a stale reading does not count, because it may have dropped since.
 */
export function leveledMatch(match: LifeMatch, { now, isStale }: { now: number; isStale: boolean }): LifeMatch {
  const isKnown = isOn(match) && !isStale;
  const isHigher = isKnown && match.announced_level !== null && match.level > match.announced_level;
  const worse_since = isHigher ? (match.worse_since ?? now) : null;
  return { ...match, worse_since, is_worse: worse_since !== null && worseAt(match, worse_since) <= now };
}

function worseAt({ changed }: LifeMatch, worseSince: number): number {
  return Math.max(worseSince + WORSE_AFTER_MS, (changed ?? -Infinity) + WORSE_EVERY_MS);
}

export type Deciding = {
  /** Undefined for a match without a rule, or of one that is off. */
  rule: LifeRule | undefined;
  /** The reason why its side is not notified; null when it is. */
  suppression: string | null;
  /** True in the grace period after suppression: nobody is notified, but that is not recorded as a reason. */
  isInGrace: boolean;
  /** Since when it is no longer suppressed, once the grace period has passed. */
  unsuppressedAt: number | null;
  isAcknowledged: boolean;
  now: number;
};

type Decided = { match: LifeMatch; events: LifeEvent[] };

/** Decides about a match; returns it with its events, and when to decide again at the latest (Infinity for never). */
export function settleMatch(match: LifeMatch, deciding: Deciding): Decided & { due: number } {
  const { match: after, events } = decide(steadied(match, deciding.now), deciding);
  return { match: after, events, due: dueOf(after, deciding) };
}

/** Ends a flapping match that has not changed for long enough, or marks it as no longer flapping. */
function steadied(match: LifeMatch, now: number): LifeMatch {
  if (!match.flapping || match.ended !== null || now - lastChange(match) < FLAPPING_MS) return match;
  if (isOn(match)) return { ...match, flapping: false, flapping_announced: false };
  return end(match, { cause: "condition", reason: match.reason ?? "", at: match.calm_since ?? now });
}

function decide(match: LifeMatch, deciding: Deciding): Decided {
  const { rule, suppression, isInGrace, now } = deciding;
  if (match.ended !== null) return announceEnd(match);
  if (rule === undefined) return { match, events: [] };
  if (suppression !== null) {
    if (match.announced !== null || match.suppression === suppression || !isOn(match)) return { match, events: [] };
    return { match: { ...match, suppression }, events: [{ type: "started", rule: rule.id, suppression }] };
  }
  if (isInGrace) return { match, events: [] };
  if (match.announced === null) return isOn(match) ? announce(match, now) : { match, events: [] };
  if (match.flapping && !match.flapping_announced) {
    return {
      match: { ...match, flapping_announced: true, repeated: now },
      events: [{ type: "flapping", rule: rule.id }],
    };
  }
  return isSteady(match, now) ? remind(match, match.announced, { ...deciding, rule }) : { match, events: [] };
}

function announceEnd(match: LifeMatch): Decided {
  if (!match.end_pending) return { match, events: [] };
  const events: LifeEvent[] = match.announced === null ? [] : [{ type: "ended", rule: match.rule }];
  return { match: { ...match, end_pending: false }, events };
}

function announce(match: LifeMatch, now: number): Decided {
  const { rule, level, flapping } = match;
  const announced = { announced: now, suppression: null, announced_level: level, worse_since: null, is_worse: false };
  return {
    match: { ...match, ...announced, flapping_announced: flapping },
    events: [{ type: flapping ? "flapping" : "started", rule }],
  };
}

/** False for a flapping match until its condition has held for some time. */
function isSteady(match: LifeMatch, now: number): boolean {
  return isOn(match) && (!match.flapping || now - lastChange(match) >= STEADY_MS);
}

function lastChange({ changes, since }: LifeMatch): number {
  return changes.at(-1) ?? since;
}

/** The events of an announced match while its condition holds. A step of the escalation is never left out. */
function remind(match: LifeMatch, announced: number, deciding: Deciding & { rule: LifeRule }): Decided {
  const { rule, unsuppressedAt, isAcknowledged, now } = deciding;
  const last = match.repeated ?? announced;
  const steps = isAcknowledged ? 0 : rule.steps.filter((after) => announced + after <= now).length;
  const events: LifeEvent[] = [];
  for (let step = match.steps; step < steps; step += 1) events.push({ type: "escalated", rule: rule.id, step });
  const after = { ...match, steps: Math.max(match.steps, steps) };
  if (match.is_worse) {
    const announced = { announced_level: match.level, changed: now, repeated: now, worse_since: null, is_worse: false };
    return { match: { ...after, ...announced }, events: [{ type: "changed", rule: rule.id }, ...events] };
  }
  const isBack = unsuppressedAt !== null && last < unsuppressedAt;
  const isRepeated = !isAcknowledged && rule.repeat_ms !== null && last + rule.repeat_ms <= now;
  if (!isBack && !isRepeated) return { match: after, events };
  return { match: { ...after, repeated: now }, events: [{ type: "repeated", rule: rule.id }, ...events] };
}

function dueOf(match: LifeMatch, { rule, isAcknowledged, now }: Deciding): number {
  if (match.ended !== null) return Infinity;
  const times: number[] = [];
  if (match.flapping) times.push(lastChange(match) + STEADY_MS, lastChange(match) + FLAPPING_MS);
  if (match.worse_since !== null) times.push(worseAt(match, match.worse_since));
  if (rule && match.announced !== null && isOn(match) && !isAcknowledged) {
    const step = rule.steps[match.steps];
    if (step !== undefined) times.push(match.announced + step);
    if (rule.repeat_ms !== null) times.push((match.repeated ?? match.announced) + rule.repeat_ms);
  }
  return Math.min(...times.filter((at) => at > now), Infinity);
}
