import { MINUTE_MS } from "../lib/index.ts";
import type { EndCause } from "./alert.ts";
import type { Severity } from "./kind.ts";
import {
  begunMatch,
  endedMatch,
  isOn,
  leveledMatch,
  settleMatch,
  type LifeEvent,
  type LifeMatch,
  type LifeRule,
  type MatchContent,
} from "./match.ts";

/** How long nobody is notified after what suppressed an alert has ended: its cause or maintenance. */
export const SUPPRESSION_GRACE_MS = 5 * MINUTE_MS;

/** A mute of a side. `severity` is how urgent the alert was on that side when it was muted. */
export type LifeMute = { side: number; until: number; severity: Severity; text: string };

/** Why an alert notifies nobody as part of another one: "Grouped into Site outage: Reno". `sides` see that one; null for all sides. */
export type LifeParent = { text: string; sides: readonly number[] | null };

/** An alert by what decides about its life, with times in ms. */
export type AlertLife = {
  parent: LifeParent | null;
  /** "In maintenance until 16:00 (Ana Ruiz)"; null when the station is not in maintenance. */
  maintenance: string | null;
  /** Why its last reading says nothing: "The station is offline"; null while its station reports, and for what is not about a reading. */
  stale: string | null;
  /** Since when one of these no longer suppresses it, and for which sides, null for all; null once that is long enough ago. */
  unsuppressed: { at: number; sides: readonly number[] | null } | null;
  ended: number | null;
  matches: readonly LifeMatch[];
  mutes: readonly LifeMute[];
  /** Sides on which someone has acknowledged it. */
  acknowledged: readonly number[];
};

/** A rule that has found a condition to hold. */
export type FoundMatch = { rule: number; side: number; content: MatchContent };
/** A rule for which a condition no longer holds, or that no longer looks. */
export type ResolvedMatch = { rule: number; cause: EndCause; reason: string };

/** An alert that begins, before any rule has found it. */
export function newLife(): AlertLife {
  return {
    parent: null,
    maintenance: null,
    stale: null,
    unsuppressed: null,
    ended: null,
    matches: [],
    mutes: [],
    acknowledged: [],
  };
}

/** The alert after rules have found it at `now`. `earlier` are the starts and ends of rules in alerts before it, of the same kind and subject. */
export function withFound(
  life: AlertLife,
  found: readonly FoundMatch[],
  { now, earlier = new Map() }: { now: number; earlier?: ReadonlyMap<number, readonly number[]> },
): AlertLife {
  const matches = new Map(life.matches.map((match) => [match.rule, match]));
  for (const one of found) {
    matches.set(one.rule, begunMatch(matches.get(one.rule), one, { now, earlier: earlier.get(one.rule) ?? [] }));
  }
  return { ...life, matches: [...matches.values()] };
}

/** The alert after conditions of rules no longer hold, or rules no longer look at it. */
export function withResolved(life: AlertLife, resolved: readonly ResolvedMatch[], now: number): AlertLife {
  const byRule = new Map(resolved.map((one) => [one.rule, one]));
  const matches = life.matches.map((match) => {
    const one = byRule.get(match.rule);
    return one ? endedMatch(match, one, now) : match;
  });
  return { ...life, matches };
}

type Suppression = Pick<AlertLife, "parent" | "maintenance" | "stale">;

/** The alert with what suppresses it now. */
export function withSuppression(life: AlertLife, suppression: Suppression, now: number): AlertLife {
  const after = { ...life, ...suppression };
  const left =
    life.maintenance !== null && after.maintenance === null
      ? { sides: null }
      : removedParent(life.parent, after.parent);
  if (left === null) return after;
  const sides = life.unsuppressed?.sides === null ? null : left.sides;
  return { ...after, unsuppressed: { at: now, sides } };
}

/** The sides that a parent no longer suppresses an alert for; null if there are none. */
function removedParent(before: LifeParent | null, after: LifeParent | null): Pick<LifeParent, "sides"> | null {
  if (before === null) return null;
  return after === null || (before.sides === null && after.sides !== null) ? before : null;
}

/** An alert after a decision, the notifications to send, and when to decide again at the latest (null for never). */
export type Settled = { life: AlertLife; events: LifeEvent[]; due: number | null };

/**
 * Decides about an alert at `now` (ms): which of its matches have ended, whether it has, and what its rules notify of. To ask more often than
 * necessary changes nothing.
 */
export function settle(
  life: AlertLife,
  { rules, now }: { rules: ReadonlyMap<number, LifeRule>; now: number },
): Settled {
  if (life.ended !== null) return { life, events: [], due: null };
  const isStale = life.stale !== null;
  const leveled = { ...life, matches: life.matches.map((match) => leveledMatch(match, { now, isStale })) };
  const current = withoutOldMutes(leveled, now);
  const isSuppressed = (side: number) => suppressionOf(current, side) !== null;
  const { unsuppressed: left } = current;
  const isInGrace = left !== null && now - left.at < SUPPRESSION_GRACE_MS;
  const isConcerned = (side: number) => left !== null && (left.sides === null || left.sides.includes(side));
  const sides = [...new Set(current.matches.map(({ side }) => side))].filter(isConcerned);
  const isGraceOver = left !== null && !isInGrace && !sides.some(isSuppressed);
  const decided = current.matches.map((match) =>
    settleMatch(match, {
      rule: rules.get(match.rule),
      suppression: suppressionOf(current, match.side) ?? muteOf(current, match.side),
      isInGrace: isInGrace && isConcerned(match.side),
      unsuppressedAt: isGraceOver && isConcerned(match.side) ? left.at : null,
      isAcknowledged: current.acknowledged.includes(match.side),
      now,
    }),
  );
  const matches = decided.map(({ match }) => match);
  const isOver = matches.every(({ ended }) => ended !== null);
  const times = [
    ...decided.map(({ due }) => due),
    ...current.mutes.map(({ until }) => until),
    left === null || !isInGrace ? Infinity : left.at + SUPPRESSION_GRACE_MS,
  ].filter((at) => at > now);
  const due = Math.min(...times);
  return {
    life: {
      ...current,
      matches,
      unsuppressed: isGraceOver ? null : current.unsuppressed,
      ended: isOver ? now : null,
      mutes: isOver ? [] : current.mutes,
    },
    events: decided.flatMap(({ events }) => events),
    due: isOver || due === Infinity ? null : due,
  };
}

/** Why a side is not notified of an alert, apart from its mute; null when it is. */
function suppressionOf({ maintenance, parent, stale }: AlertLife, side: number): string | null {
  const isGrouped = parent !== null && (parent.sides === null || parent.sides.includes(side));
  return maintenance ?? (isGrouped ? parent.text : null) ?? stale;
}

function muteOf({ mutes }: AlertLife, side: number): string | null {
  return mutes.find((mute) => mute.side === side)?.text ?? null;
}

/** A mute ends by time, and when the alert gets worse by a rule of its own side: a level that stays, or more urgent. */
function withoutOldMutes(life: AlertLife, now: number): AlertLife {
  const mutes = life.mutes.filter(({ side, until, severity }) => {
    const own = life.matches.filter((match) => match.side === side && isOn(match));
    const isUrgent = severity === "warning" && own.some((match) => match.severity === "urgent");
    return until > now && !isUrgent && !own.some((match) => match.is_worse);
  });
  return mutes.length === life.mutes.length ? life : { ...life, mutes };
}

/**
 * What an alert says: the worst of the matches of a side, or of all for null. Of those that are on; once it is over, of those that were.
 * Undefined without a match.
 */
export function worstMatch(life: AlertLife, side: number | null): LifeMatch | undefined {
  const own = side === null ? life.matches : life.matches.filter((match) => match.side === side);
  const open = own.filter(({ ended }) => ended === null);
  const on = open.filter(isOn);
  const among = on.length > 0 ? on : open.length > 0 ? open : own;
  return among.reduce<LifeMatch | undefined>(
    (worst, match) => (worst === undefined || isWorse(match, worst) ? match : worst),
    undefined,
  );
}

/** Since when no condition of an alert that has not ended holds, because it is flapping; null while one does. */
export function calmSince({ matches }: AlertLife): number | null {
  const open = matches.filter(({ ended }) => ended === null);
  if (open.length === 0 || open.some(isOn)) return null;
  return Math.max(...open.map(({ calm_since }) => calm_since ?? -Infinity));
}

/** True if one content is worse than another: more urgent, or else of a higher level. */
export function isWorse(
  one: { severity: Severity; level: number },
  other: { severity: Severity; level: number },
): boolean {
  if (one.severity !== other.severity) return one.severity === "urgent";
  return one.level > other.level;
}
