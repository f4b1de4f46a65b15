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

/** The grace period after the suppression of an alert by its cause or maintenance has ended, in which nobody is notified. */
export const SUPPRESSION_GRACE_MS = 5 * MINUTE_MS;

/** A mute of a side. `severity` is that of the alert on that side when it was muted. */
export type LifeMute = { side: number; until: number; severity: Severity; text: string };

/** The reason why an alert is suppressed as part of another one: "Grouped into Site outage: Reno". `sides` see the other alert; null for all sides. */
export type LifeParent = { text: string; sides: readonly number[] | null };

/** The facts of an alert that determine its life, with times in ms. */
export type AlertLife = {
  parent: LifeParent | null;
  /** "In maintenance until 16:00 (Ana Ruiz)"; null when the station is not in maintenance. */
  maintenance: string | null;
  /**
   * The reason why its last reading is stale: "The station is offline"; null while its station reports, and for alerts that are not about a
   * reading.
   */
  stale: string | null;
  /** Since when one of these no longer suppresses it, and for which sides, null for all; null once the grace period has passed. */
  unsuppressed: { at: number; sides: readonly number[] | null } | null;
  ended: number | null;
  matches: readonly LifeMatch[];
  mutes: readonly LifeMute[];
  /** Sides on which someone has acknowledged it. */
  acknowledged: readonly number[];
};

/** A rule whose condition holds. */
export type FoundMatch = { rule: number; side: number; content: MatchContent };
/** A rule whose condition no longer holds, or that is no longer evaluated. */
export type ResolvedMatch = { rule: number; cause: EndCause; reason: string };

/** An alert that begins, without matches. */
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

/**
 * Adds or updates the matches of rules that have found the alert at `now`. `earlier` are the starts and ends of rules in earlier alerts of the same
 * kind and subject.
 */
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

/** Resolves matches. */
export function withResolved(life: AlertLife, resolved: readonly ResolvedMatch[], now: number): AlertLife {
  const byRule = new Map(resolved.map((one) => [one.rule, one]));
  const matches = life.matches.map((match) => {
    const one = byRule.get(match.rule);
    return one ? endedMatch(match, one, now) : match;
  });
  return { ...life, matches };
}

type Suppression = Pick<AlertLife, "parent" | "maintenance" | "stale">;

/** The alert with its current suppression. */
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

/** The sides for which a parent no longer suppresses an alert; null if there are none. */
function removedParent(before: LifeParent | null, after: LifeParent | null): Pick<LifeParent, "sides"> | null {
  if (before === null) return null;
  return after === null || (before.sides === null && after.sides !== null) ? before : null;
}

/** An alert after a decision, the notifications to send, and when to decide again at the latest (null for never). */
export type Settled = { life: AlertLife; events: LifeEvent[]; due: number | null };

/**
 * Decides about an alert at `now` (ms): which of its matches have ended, whether it has, and of which events its rules notify. Deciding more often
 * than necessary changes nothing.
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

/** The reason why an alert is suppressed on a side, apart from its mute; null when it is not. */
function suppressionOf({ maintenance, parent, stale }: AlertLife, side: number): string | null {
  const isGrouped = parent !== null && (parent.sides === null || parent.sides.includes(side));
  return maintenance ?? (isGrouped ? parent.text : null) ?? stale;
}

function muteOf({ mutes }: AlertLife, side: number): string | null {
  return mutes.find((mute) => mute.side === side)?.text ?? null;
}

/** Ends mutes: by time, or when the alert gets worse by a rule of the same side, by a lasting higher level or a higher severity. */
function withoutOldMutes(life: AlertLife, now: number): AlertLife {
  const mutes = life.mutes.filter(({ side, until, severity }) => {
    const own = life.matches.filter((match) => match.side === side && isOn(match));
    const isUrgent = severity === "warning" && own.some((match) => match.severity === "urgent");
    return until > now && !isUrgent && !own.some((match) => match.is_worse);
  });
  return mutes.length === life.mutes.length ? life : { ...life, mutes };
}

/**
 * The content of an alert: the worst match of a side, or of all for null. Of the matches whose condition holds, or else of those that have not
 * ended, or else of all. Undefined without a match.
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

/** Since when no condition of an active, flapping alert holds; null while one does. */
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
